// `npulint inspect` for the terminal: what explains the tensors of a contract's replays.
#include "lint/dequant.h"
#include "lint/inspect_page.h"
#include "lint/replay.h"
#include "lint/sources.h"

namespace npulint {

std::string inspect_replays(const Contract& contract, const ReplayFiles& files,
                            const RenderOptions& options) {
  Page page(options);
  const auto all = read_replays(contract, files);
  for (size_t i = 0; i < all.size(); ++i) {
    page.head("replay[" + std::to_string(i) + "]", "replay[" + std::to_string(i) + "]");
    if (!all[i]) {
      page.out += "    " + escape_terminal(all[i].missing.in(page.lang)) + '\n';
      continue;
    }
    Rows t{{page.say("tensor", "张量"), page.say("image", "图像"), page.say("value", "值"),
            page.say("order", "顺序"), page.say("median residual of 255", "残差中位数（满幅 255）"),
            "R²", page.say("resize", "缩放")}};
    for (const ReplayResult::Pair& p : (*all[i])->pairs) {
      const ReplayFit& f = p.fit;
      t.push_back({escape_terminal(p.tensor), escape_terminal(p.image),
                   !p.unread.empty() ? escape_terminal(p.unread.in(page.lang))
                   : f.explained     ? fit_text(f)
                                 : page.say("nothing tried explains it", "试过的都不能解释"),
                   f.order_told ? f.order : "", p.unread.empty() ? residual_text(f) : "",
                   p.unread.empty() ? fixed_text(f.r2, 3) : "", f.how});
    }
    page.rows(t, true);
  }
  return page.out;
}

}  // namespace npulint
