"""Ten chapters, each in the dialect of another tool, written for these tests: together they have every block."""

import base64
import json
import struct
import zlib


def png(width=64, height=48):
    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    pixels = zlib.compress((b"\0" + b"\x80" * width) * height)
    head = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", pixels) + chunk(b"IEND", b"")


GITHUB = """\
# 词元与词表

<!-- 给自己的话 -->

一句话先切成词元，见 [第二章](02-vectors.md#向量的方向) 和 https://example.org/tokens。

> [!TIP]
> 切得越细，序列越长。

- [x] 读完这一章
- [ ] 做一道题

![四个词元排成一行](images/tokens.png)

<p align="center">
  <img src="images/tokens.png" alt="同一张图，窄一些" width="40">
</p>

| 词元 | 图 |
|---|---|
| 苹果 | ![一格](images/tokens.png) |

<details>
<summary>为什么不按字切</summary>

按字切，$O(n^2)$ 的账就大了。

</details>

快了 16$\\times$，例如$|x|$的值。
"""
MKDOCS = """\
---
title: 向量的方向
tags: [math]
---

# 向量的方向

!!! note "记号"
    黑体 $\\mathbf{x}$ 是向量。

    第二段还在框里。

??? question "长度是零的向量呢"
    它没有方向。

=== "另一页"

    缩进的字。

<table>
<tr><th>层</th><th>数</th></tr>
<tr><td>第一层</td><td>七 | 八</td></tr>
</table>

$$
\\cos\\theta = \\frac{a \\cdot b}{\\|a\\|\\,\\|b\\|}
$$

==要记住==：方向比长度稳。参见 [词元](01-tokens.md){:target="_blank"}。

*[KV]: 键和值
"""
DOCUSAURUS = """\
---
id: heads
sidebar_label: 注意力头
---

# 多头 {#heads}

:::tip[先猜一猜]
一个头够不够？
:::

::::warning
外层。
:::info 里层
内层。
:::
::::

```python title="heads.py" {1,3}
heads = 8
print(heads)
```

<Tabs>
<TabItem value="a" label="甲">

标签里的字还在。

</TabItem>
</Tabs>

<b>粗体</b>和<i>斜体</i>，<kbd>Ctrl</kbd>，H~2~O 与 x^2^。
"""
QUARTO = """\
---
title: "训练的账"
format: html
execute:
  echo: false
---

## 一步多少次乘法 {#sec-flops .unnumbered}

::: {.callout-important title="先看单位"}
一次乘加算两次。
:::

```{python}
#| label: flops
6 * 7
```

每个参数约六次 [@kaplan2020, p. 3]，见 [上文](#sec-flops)。

$$
C = 6 N D
$$ {#eq-compute}

![损失曲线](images/tokens.png){#fig-loss width=30}

::: {layout-ncol=2}
两栏里的字。
:::
"""
MYST = """\
(kv)=
# 缓存里有什么

```{admonition} 一句话
:class: tip
缓存存的是**键**和**值**。
```

```{figure} images/tokens.png
:alt: 一格一格的缓存
:name: fig-cache

每层一份。
```

```{math}
:label: eq-cache
M = 2 L d N
```

```{toctree}
other
```

见 {numref}`fig-cache`、{eq}`eq-cache` 与 {ref}`这一章 <kv>`，来自 {cite}`pope2022`。设 {math}`N` 是长度。

```{code-block} python
:caption: cache.py
cache = []
```
"""
D2L = """\
# 归一化
:label:`sec_norm`

均值为零 :cite:`Ba.Kiros.2016`。

$$\\hat{x} = \\frac{x - \\mu}{\\sigma}.$$
:eqlabel:`eq_norm`

![归一化前后](images/tokens.png)
:label:`fig_norm`

如 :numref:`fig_norm` 所示，由 :eqref:`eq_norm` 得到；更多见 :numref:`sec_tail`。

:begin_tab:`pytorch`
用 `LayerNorm`。
:end_tab:

```{.python .input  n=2}
%%tab pytorch
norm(x)
```

## 小结
:label:`sec_tail`

* 就这些。
"""
GITBOOK = """\
残差连接
===

{% hint style="warning" %}
别忘了相加。
{% endhint %}

设 \\\\( y = x + f(x) \\\\)，即

\\\\[
y = x + f(x)
\\\\]

[[01-tokens|回到词元]]，图：![[images/tokens.png]]

段落里有 <u>下划线</u>，<font color="red">红字</font>，还有 <https://example.org>。
"""
HUGO = """\
---
title: 位置编码
weight: 8
---

{{< figure src="images/tokens.png" alt="位置" caption="每格一个位置" >}}

{{< callout type="warning" >}}
位置从零数起。
{{< /callout >}}

\\begin{equation}
p_i = i
\\end{equation}

```math
q = p + 1
```

词元
: 文本的一小块

脚注^[写在行内的注]。

1. 一
2. 二

   ![](images/tokens.png)
"""
OBSIDIAN = """\
# 采样

> [!question]- 温度是什么
> 温度把分布拉平。
> 第二行。

%%只给自己看%%

见 [[05-cache#缓存里有什么|缓存]] 与 [外站](https://example.org/a_(b))。

坏公式 $\\undefinedmacro{x}$ 也要留下，没人引用的[链接](missing.md)也是。

![远处的图](https://example.org/far.png)

![丢了的图](images/lost.png)

<iframe src="https://example.org/video"></iframe>

`<b>代码里的标签</b>` 不动，``:ref:`也不动` ``。
"""
NOTEBOOK = json.dumps(
    {
        "metadata": {"kernelspec": {"language": "python"}},
        "cells": [
            {"cell_type": "markdown", "source": ["# 一个小实验\n", "\n", "先算一次。"]},
            {
                "cell_type": "code",
                "source": "print('结果')",
                "outputs": [
                    {"output_type": "stream", "text": ["结果\n"]},
                    {"output_type": "display_data", "data": {"image/png": base64.b64encode(png()).decode()}},
                ],
            },
            {"cell_type": "markdown", "source": "再看一眼。"},
        ],
    },
    ensure_ascii=False,
)
NAMES = (
    "01-tokens.md", "02-vectors.md", "03-heads.md", "04-training.qmd", "05-cache.md", "06-norm.md", "07-residual.md",
    "08-positions.md", "09-sampling.md", "10-experiment.ipynb",
)  # fmt: skip
TEXTS = (GITHUB, MKDOCS, DOCUSAURUS, QUARTO, MYST, D2L, GITBOOK, HUGO, OBSIDIAN, NOTEBOOK)
SUMMARY = "# Summary\n\n" + "".join(f"- [章]({name})\n" for name in NAMES)
SOURCE: dict[str, str | bytes] = {
    **dict(zip(NAMES, TEXTS, strict=True)),
    "SUMMARY.md": SUMMARY,
    "notes.md": "# 没列进目录\n",
    "images/tokens.png": png(),
}
