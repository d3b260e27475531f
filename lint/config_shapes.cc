#include "lint/config_shapes.h"

#include <algorithm>
#include <charconv>

#include "lint/config_check.h"
#include "lint/config_combinations.h"
#include "lint/config_graph.h"

namespace npulint {
namespace {

constexpr std::string_view kInput = "input_parameters";

std::string dims_text(const Shape& shape) {
  std::string out;
  for (const int64_t d : shape)
    out += (out.empty() ? "" : "x") + (d < 0 ? std::string("?") : std::to_string(d));
  return out;
}

bool usable(const std::optional<Shape>& shape) {
  return shape && std::all_of(shape->begin(), shape->end(), [](int64_t d) { return d > 0; });
}

class Faults {
 public:
  Faults(const Config& config, std::string_view toolchain, const Graph* graph)
      : config_(config),
        toolchain_(toolchain),
        graph_(graph),
        inputs_(config_inputs(config, toolchain)) {}

  std::vector<ShapeFault> run() {
    for (const ListItem& item : setting_list(config_, kInput, "input_shape")) written(item);
    read_batch();
    for (size_t i = 0; i < inputs_.size(); ++i) input(i);
    return std::move(out_);
  }

 private:
  using Kind = ShapeFault::Kind;

  void add(Kind kind, ShapeFault fault) {
    fault.kind = kind;
    out_.push_back(std::move(fault));
  }

  static void against(ShapeFault* f, const Evidence& at, const std::string& key,
                      const std::string& value) {
    f->other = at;
    f->other_states = key + ": " + value;
  }

  void written(const ListItem& item) {
    if (item.text.empty() || item.text == "None" || changed_by_yaml(config_, item.at) ||
        usable(parse_shape(item.text)))
      return;
    ShapeFault f;
    f.at = item.at;
    f.written = item.text;
    f.near = repaired_shape(item.text);
    f.repaired = !f.near.empty();
    std::string dense = item.text;
    std::erase(dense, ' ');
    const Kind kind = dense == f.near ? Kind::kBlanks : Kind::kMalformed;
    add(kind, std::move(f));
  }

  void read_batch() {
    const Fact<std::string> batch = setting(config_, kInput, "input_batch");
    if (!batch || changed_by_yaml(config_, batch.at)) return;
    int64_t n = 0;
    const char* end = batch->data() + batch->size();
    const auto r = std::from_chars(batch->data(), end, n);
    if (r.ec != std::errc() || r.ptr != end || n < 2) return;
    batch_ = batch;
    if (toolchain_ == "hb_mapper" && inputs_.size() > 1) {
      ShapeFault f;
      f.at = batch.at;
      f.near = *batch;
      f.wanted = static_cast<int64_t>(inputs_.size());
      add(Kind::kBatchInputs, std::move(f));
    }
  }

  void input(size_t i) {
    const ConfigInput& in = inputs_[i];
    ShapeFault f;
    f.input = in.name ? *in.name : "";
    const Fact<std::string>& type = in.type_rt ? in.type_rt : in.type_train;
    Shape shape;
    const Shape* dims = graph_shape(graph_, inputs_, i);
    if (in.shape) {
      shape = *in.shape;
      f.at = in.shape.at;
      // the ONNX says already that the shape is another one
      if (!usable(shape) ||
          (dims && shape_difference(config_, *dims, shape) != ShapeDifference::Kind::kNone))
        return;
      f.confirmed = dims != nullptr;
    } else if (dims && in.shape.missing.empty()) {
      shape = *dims;
      f.of_graph = true;
      f.at = type.at;
    } else {
      return;
    }
    f.written = dims_text(shape);
    if (batch_ && !shape.empty() && shape[0] > 1) {
      ShapeFault b = f;
      b.near = *batch_;
      b.value = shape[0];
      if (b.of_graph)
        b.at = batch_.at;
      else
        against(&b, batch_.at, "input_batch", *batch_);
      add(Kind::kBatchDim, std::move(b));
    }
    if (!type) return;
    f.type = *type;
    against(&f, type.at, in.type_rt ? "input_type_rt" : "input_type_train", *type);
    if (const int64_t channels = image_channels(in))
      image(in, shape, channels, std::move(f));
    else if (toolchain_ == "hb_mapper" && f.type == "featuremap" && shape.size() != 4)
      add(Kind::kFeatureRank, std::move(f));
  }

  void image(const ConfigInput& in, const Shape& shape, int64_t channels, ShapeFault f) {
    if (shape.size() != 4) return add(Kind::kRank, std::move(f));
    const std::string layout = in.layout_train ? *in.layout_train : "";
    const auto [h, w] = height_width(shape, layout, channels);
    const auto other = [&](int64_t d) { return d > 0 && d != channels; };
    if (other(shape[1]) && other(shape[3])) {
      f.wanted = channels;
      f.value = layout == "NHWC" ? shape[3] : shape[1];
      return add(Kind::kChannels, std::move(f));
    }
    if (h == 0) return;
    // where the ONNX has this shape, input_layout_train is wrong
    if (const size_t c = layout == "NCHW"   ? 1
                         : layout == "NHWC" ? 3
                                            : 0;
        c && !f.of_graph && !f.confirmed && shape[c] != channels) {
      ShapeFault l = f;
      against(&l, in.layout_train.at, "input_layout_train", layout);
      l.wanted = channels;
      l.value = shape[c];
      l.near = c == 1 ? "NHWC" : "NCHW";
      add(Kind::kOtherLayout, std::move(l));
    }
    if (!in.type_rt || !Combinations::get().even(*in.type_rt, toolchain_)) return;
    for (const size_t dim : {h, w})
      if (shape[dim] > 0 && shape[dim] % 2) {
        f.value = shape[dim];
        return add(Kind::kOdd, std::move(f));
      }
  }

  const Config& config_;
  std::string_view toolchain_;
  const Graph* graph_;
  const std::vector<ConfigInput>& inputs_;
  Fact<std::string> batch_;
  std::vector<ShapeFault> out_;
};

}  // namespace

std::vector<ShapeFault> shape_faults(const Config& config, std::string_view toolchain,
                                     const Graph* graph) {
  return Faults(config, toolchain, graph).run();
}

std::string repaired_shape(std::string_view written) {
  std::string out;
  bool blank = false, mark = false;  // since the last digit
  for (size_t i = 0; i < written.size(); ++i) {
    const char c = written[i];
    if (c >= '0' && c <= '9') {
      if ((blank || mark) && !out.empty()) out += 'x';
      blank = mark = false;
      out += c;
    } else if (std::string_view(" \t[]()").find(c) != std::string_view::npos) {
      blank = true;
    } else {
      const bool times = written.substr(i).starts_with("\xC3\x97");  // ×
      if (mark || out.empty() ||
          !(times || std::string_view("xX,*").find(c) != std::string_view::npos))
        return {};
      mark = true;
      i += times;
    }
  }
  const auto shape = parse_shape(out);
  return !mark && usable(shape) && shape->size() > 1 ? out : std::string();
}

}  // namespace npulint
