// Tensors, types and shapes in an ONNX model (TensorProto, SparseTensorProto, ValueInfoProto),
// walked over the wire. Source: see onnx.cc, the only source that takes this in.
#pragma once

#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "parsers/onnx_walk.h"

namespace npulint::onnx_wire {

inline constexpr uint64_t kMaxCountedVarints =
    65536;  // bytes of a packed field whose entries are counted by reading it
static_assert(kMaxCountedVarints <= WireReader::kLargestWindow);

// TensorProto.DataType, up to IR version 12. Names without a DType of their own are unknown: no
// size is judged.
inline DType dtype_of(uint64_t number) {
  static constexpr DType kTable[] = {
      DType::kUnknown,    DType::kFloat32,  DType::kUint8,  DType::kInt8,   DType::kUint16,
      DType::kInt16,      DType::kInt32,    DType::kInt64,  DType::kString, DType::kBool,
      DType::kFloat16,    DType::kFloat64,  DType::kUint32, DType::kUint64, DType::kComplex64,
      DType::kComplex128, DType::kBFloat16, DType::kFloat8, DType::kFloat8, DType::kFloat8,
      DType::kFloat8,     DType::kUint4,    DType::kInt4,   DType::kFloat4,
      DType::kFloat8,  // E8M0
  };
  return number < std::size(kTable) ? kTable[number] : DType::kUnknown;
}

class TensorWalk : protected MessageWalk {
 public:
  using MessageWalk::MessageWalk;

 protected:
  void value(const WireField& message, const char* step, std::vector<GraphTensor>& to) {
    if (!is(message, kBytes) || !room()) return;
    Inside in(*this, step, to.size());
    GraphTensor out;
    fields(message, [&](const WireField& f) {
      if (f.number == 1)
        out.name = name(f);
      else if (f.number == 2 && is(f, kBytes))
        type(f, &out);
    });
    to.push_back(std::move(out));
  }

  void type(const WireField& message, GraphTensor* to) {
    fields(message, [&](const WireField& f) {
      if (f.number == 1 || f.number == 8) {  // tensor_type, sparse_tensor_type
        if (!is(f, kBytes)) return;
        fields(f, [&](const WireField& t) {
          if (t.number == 1 && is(t, kVarint))
            to->dtype = dtype_of(t.value);
          else if (t.number == 2 && is(t, kBytes))
            shape(t, to);
        });
      } else if (f.number == 4 || f.number == 5 || f.number == 7 || f.number == 9) {
        to->is_tensor = false;
      }
    });
  }

  void shape(const WireField& message, GraphTensor* to) {
    to->has_shape = true;
    fields(message, [&](const WireField& f) {
      if (f.number != 1 || !is(f, kBytes) || !entry()) return;
      int64_t dim = -1;
      std::string_view param;
      fields(f, [&](const WireField& d) {
        if (d.number == 1 && is(d, kVarint))
          dim = static_cast<int64_t>(d.value);
        else if (d.number == 2)
          param = name(d);
      });
      if (!param.empty() && to->dim_params.empty()) to->dim_params.resize(to->dims.size());
      to->dims.push_back(dim < 0 ? -1 : dim);
      if (!param.empty() || !to->dim_params.empty()) to->dim_params.push_back(param);
    });
  }

  // One entry, or several packed ones.
  void dims(const WireField& f, Shape& to) {
    if (f.type != kBytes) {
      if (is(f, kVarint) && entry()) to.push_back(static_cast<int64_t>(f.value));
      return;
    }
    for (uint64_t pos = f.begin; pos < f.end && entry();) {
      uint64_t v = 0;
      if (reader_.varint(&pos, f.end, &v) != WireFault::kNone)
        return problem(Message(kBrokenField, pos, place()));
      to.push_back(static_cast<int64_t>(v));
    }
  }

  void tensor(const WireField& message, Initializer* to) {
    bool raw = false, segment = false;
    uint64_t pieces = 0, location = 0;
    std::optional<uint64_t> single_entry;  // of a field of varints
    size_t entries = 0;
    holds_yes_ = false;
    // `width`: bytes of an entry, 0 for varints
    const auto typed = [&](const WireField& f, unsigned width, WireType single) {
      if (raw) return;
      to->typed_field = static_cast<uint8_t>(f.number);
      ++pieces;
      to->offset = 0;
      if (f.type != kBytes) {
        if (!is(f, single)) return;
        to->bytes += width ? width : 1;
        ++to->typed_elements;
        if (!width) single_entry = f.value;
        return;
      }
      const uint64_t n = f.end - f.begin;
      to->bytes += n;
      if (pieces == 1) to->offset = f.begin;
      if (width && n % width) return problem(Message(kBrokenField, f.begin, place()));
      if (width) {
        to->typed_elements += n / width;
      } else if (n <= kMaxCountedVarints) {
        for (const char c : reader_.view(f.begin, static_cast<size_t>(n))) {
          if (static_cast<unsigned char>(c) < 0x80) ++to->typed_elements;
          single_entry = static_cast<unsigned char>(c);
        }
      } else {
        to->counted = false;
      }
    };
    fields(message, [&](const WireField& f) {
      switch (f.number) {
        case 1:
          dims(f, to->dims);
          break;
        case 2:
          if (is(f, kVarint)) to->dtype = dtype_of(f.value);
          break;
        case 3:
          segment = true;
          break;
        case 4:
          typed(f, 4, kFixed32);
          break;
        case 5:
        case 7:
        case 11:
          typed(f, 0, kVarint);
          break;
        case 10:
          typed(f, 8, kFixed64);
          break;
        case 6:
          if (!is(f, kBytes)) break;
          to->typed_field = 6;
          ++to->typed_elements;
          break;
        case 8:
          to->name = name(f);
          break;
        case 9:
          if (!is(f, kBytes)) break;
          raw = true;
          to->offset = f.begin;
          to->bytes = f.end - f.begin;
          to->typed_field = 0;
          to->typed_elements = 0;
          break;
        case 13:
          if (is(f, kBytes)) {
            Inside in(*this, "external_data", entries++);
            external(f, to);
          }
          break;
        case 14:
          if (is(f, kVarint)) location = f.value;
          break;
        default:
          break;
      }
    });
    if (segment) to->counted = false;
    to->external = location == 1 || (!to->location.empty() && !raw && pieces == 0);
    if (to->external) graph_.external_data = true;
    if (to->dtype != DType::kBool || to->bytes != 1 || to->external || segment) return;
    if (const auto byte = raw ? reader_.view(to->offset, 1) : std::string_view(); !byte.empty())
      single_entry = static_cast<unsigned char>(byte[0]);
    holds_yes_ = single_entry == 1u;
  }

  void external(const WireField& message, Initializer* to) {
    std::string_view key, text;
    fields(message, [&](const WireField& f) {
      if (f.number == 1)
        key = name(f);
      else if (f.number == 2)
        text = name(f);
    });
    if (key == "location") to->location = text;
  }

  Initializer sparse(const WireField& message) {
    Initializer out;
    Shape dense;
    fields(message, [&](const WireField& f) {
      if (f.number == 1 && is(f, kBytes)) {
        Inside in(*this, "values");
        tensor(f, &out);
      } else if (f.number == 2 && is(f, kBytes)) {
        Inside in(*this, "indices");
        Initializer indices;
        tensor(f, &indices);
      } else if (f.number == 3) {
        dims(f, dense);
      }
    });
    out.sparse = true;
    out.dims = std::move(dense);
    return out;
  }

  bool holds_yes_ = false;  // the tensor that was read last is one true
};

}  // namespace npulint::onnx_wire
