from site_builder.render.tidy import tidy


def test_indentation_and_empty_lines_go():
    assert tidy("  <p>甲</p>\n\n\t<p>乙</p>  \n") == "<p>甲</p>\n<p>乙</p>\n"


def test_what_stands_in_pre_stays():
    code = '<pre class="code"><code>a\n\n    b  \n</code></pre>'
    assert tidy(f"<div>\n  {code}\n\n  <p>甲</p>\n</div>") == f"<div>\n{code}\n<p>甲</p>\n</div>\n"


def test_two_blocks_of_code():
    code = "<pre>a\n\nb</pre>\n<pre>\n\n c</pre>"
    assert tidy(code) == code + "\n"


def test_a_no_break_space_is_no_indentation():
    assert tidy("<p>\n\u00a0\u3000甲\n</p>") == "<p>\n\u00a0\u3000甲\n</p>\n"


def test_a_block_begins_its_own_line():
    assert tidy("<h3>甲</h3>  <p>乙 <b>丙</b></p><ul><li>丁</li></ul>") == (
        "<h3>甲</h3>\n<p>乙 <b>丙</b></p>\n<ul>\n<li>丁</li></ul>\n"
    )


def test_no_space_is_made_or_lost_between_inline_elements():
    line = "<p>甲<b>乙</b><i>丙</i> <data>丁</data></p>\n"
    assert tidy(line) == line
