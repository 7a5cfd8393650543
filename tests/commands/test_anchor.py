"""The command ``anchor import``."""

from __future__ import annotations

import io
import json
import math
import struct
from pathlib import Path

import pytest

from site_builder.cli import main
from tests.scratch import REPOSITORY

CONFIGS = REPOSITORY / "tests" / "importing" / "configs"


def run(capsys, *arguments: str) -> tuple[int, str, str]:
    code = main(["anchor", *arguments])
    captured = capsys.readouterr()
    return code, captured.out, captured.err


def test_an_anchor_file_is_written_and_read_again(capsys, tmp_path: Path):
    target = tmp_path / "deepseek.yaml"
    assert run(capsys, "import", str(CONFIGS / "DeepSeek-V3.json"), "-o", str(target)) == (0, f"{target}\n", "")
    assert main(["numbers", "--anchor", str(target), "--format", "json"]) == 0
    assert json.loads(capsys.readouterr().out)["quantities"]["kv_per_token"]["value"] == 70_272


def test_the_file_that_is_written_names_the_anchor(capsys, tmp_path: Path, monkeypatch):
    (tmp_path / "config.json").write_bytes((CONFIGS / "Qwen3-8B.json").read_bytes())
    monkeypatch.chdir(tmp_path)
    assert run(capsys, "import", "config.json", "-o", "small.yaml")[0] == 0
    written = (tmp_path / "small.yaml").read_text(encoding="utf-8")
    assert written.startswith('id: "small"\ntitle: "small"\n')
    assert run(capsys, "import", str(CONFIGS / "Qwen3-8B.json"), "-o", "small.yaml")[0] == 1
    assert (tmp_path / "small.yaml").read_text(encoding="utf-8") == written
    assert run(capsys, "import", str(CONFIGS / "Qwen3-8B.json"), "-o", "small.yaml", "--force")[0] == 0
    assert (tmp_path / "small.yaml").read_text(encoding="utf-8").startswith('id: "small"\ntitle: "Qwen3-8B"\n')


def test_without_a_file_the_anchor_goes_to_standard_output(capsys):
    code, out, err = run(capsys, "import", str(CONFIGS / "Qwen3-8B.json"))
    assert (code, err) == (0, "")
    assert out.startswith('id: "qwen3-8b"\n')


def test_a_byte_order_mark_and_crlf_are_no_obstacle(capsys, tmp_path: Path):
    file = tmp_path / "Qwen3-8B.json"
    text = (CONFIGS / "Qwen3-8B.json").read_text(encoding="utf-8").replace("\n", "\r\n")
    file.write_bytes(b"\xef\xbb\xbf" + text.encode())
    assert run(capsys, "import", str(file)) == run(capsys, "import", str(CONFIGS / "Qwen3-8B.json"))


def test_a_bad_config_writes_nothing_and_keeps_the_old_file(capsys, tmp_path: Path):
    config, target = tmp_path / "config.json", tmp_path / "a.yaml"
    target.write_text("old", encoding="utf-8")
    for content in (b"{", b"\xff\xfe", b"", b'{"model_type": "mamba"}'):
        config.write_bytes(content)
        code, out, err = run(capsys, "import", str(config), "-o", str(target))
        assert (code, out, target.read_text(encoding="utf-8")) == (1, "", "old")
        assert "config.json" in err
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.yaml", "config.json"]


def test_a_config_that_is_not_there_and_a_folder_that_is_made(capsys, tmp_path: Path):
    code, _, err = run(capsys, "import", str(tmp_path / "none.json"))
    assert code == 1
    assert "none.json" in err
    code, _, err = run(capsys, "import", str(CONFIGS / "gpt2.json"), "-o", str(tmp_path / "no" / "a.yaml"))
    assert (code, err) == (0, "")
    assert (tmp_path / "no" / "a.yaml").is_file()


def test_a_link_is_followed_as_in_the_cache_of_hugging_face(capsys, tmp_path: Path):
    """There a config.json is a link to a file elsewhere, named by its digest."""
    snapshot, blobs = tmp_path / "Qwen3-8B", tmp_path / "blobs"
    snapshot.mkdir()
    blobs.mkdir()
    (blobs / "6f0a").write_bytes((CONFIGS / "Qwen3-8B.json").read_bytes())
    (snapshot / "config.json").symlink_to("../blobs/6f0a")
    assert run(capsys, "import", str(snapshot / "config.json")) == run(capsys, "import", str(CONFIGS / "Qwen3-8B.json"))


def test_a_file_is_reported_as_it_was_written(capsys, tmp_path: Path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "models").mkdir()
    (tmp_path / "models" / "broken.json").write_bytes(b"\xff")
    for name, expected in (
        ("models/broken.json", "models/broken.json:1:1: not UTF-8"),
        ("models/none.json", "models/none.json:1:1: there is no file 'none.json'"),
        ("models/../models", "models/../models/config.json:1:1: there is no file 'config.json'"),
        ("models/\x1b[31m", "models/\\x1b[31m:1:1: "),
    ):
        code, out, err = run(capsys, "import", name)
        assert (code, out) == (1, "")
        assert err.startswith(expected), err
        assert len(err.splitlines()) == 2, "one problem and the count"
        assert main(["numbers", "--anchor", name]) == 1
        assert capsys.readouterr().err == err


def test_another_action_is_a_mistake_of_usage(capsys):
    assert run(capsys, "export", str(CONFIGS / "gpt2.json"))[0] == 2


# --- what may be given ------------------------------------------------------------------------

QWEN = json.loads((CONFIGS / "Qwen3-8B.json").read_text(encoding="utf-8"))
INDEX = {"metadata": {"total_size": 16_381_470_720}, "weight_map": {}}


class Stdin:
    def __init__(self, data: bytes) -> None:
        self.buffer = io.BytesIO(data)


def test_a_folder_is_read_with_the_files_that_say_how_weights_are_stored(capsys, tmp_path: Path):
    """Qwen3-8B: 8,190,735,360 parameters in two bytes, as the index of its files says."""
    folder = tmp_path / "Qwen3-8B"
    folder.mkdir()
    (folder / "config.json").write_text(json.dumps(QWEN), encoding="utf-8")
    (folder / "model.safetensors.index.json").write_text(json.dumps(INDEX), encoding="utf-8")
    code, out, err = run(capsys, "import", str(folder))
    assert (code, err) == (0, "")
    assert 'checkpoint_bytes: {value: 16381470720, source: files, place: "model.safetensors.index.json' in out
    assert main(["numbers", str(folder), "--set", "format=checkpoint", "--format", "json"]) == 0
    weights = json.loads(capsys.readouterr().out)["quantities"]["weights"]
    assert weights["value"] == 16_381_470_720 == 2 * 8_190_735_360
    (folder / "model.safetensors.index.json").unlink()
    quantized = {"quantization": {"quant_algo": "NVFP4"}}
    (folder / "hf_quant_config.json").write_text(json.dumps(quantized), encoding="utf-8")
    _, out, _ = run(capsys, "import", str(folder))
    assert "checkpoint_known: {value: false" in out
    assert "checkpoint_method: {value: NVFP4, source: files" in out


SMALL = QWEN | {
    "hidden_size": 8, "num_hidden_layers": 1, "num_attention_heads": 2, "num_key_value_heads": 1, "head_dim": 4,
    "intermediate_size": 16, "vocab_size": 32, "tie_word_embeddings": True,
}  # fmt: skip


def weights_file(*shapes: tuple[int, ...], dtype: str = "BF16", each: int = 2) -> bytes:
    """The start of a safetensors file: 8 bytes of length, and the header; no weights behind it."""
    tensors, end = {"__metadata__": {"format": "pt"}}, 0
    for number, shape in enumerate(shapes):
        start, end = end, end + each * math.prod(shape)
        tensors[f"tensor.{number}"] = {"dtype": dtype, "shape": shape, "data_offsets": [start, end]}
    header = json.dumps(tensors).encode()
    return struct.pack("<Q", len(header)) + header


# embedding, queries, keys, values, output, three of the feed-forward, norms of layer and end, of queries and keys
SMALL_SHAPES = [(32, 8), (8, 8), (4, 8), (4, 8), (8, 8), (16, 8), (16, 8), (8, 16), (8,), (8,), (8,), (4,), (4,)]


@pytest.mark.parametrize("head", [[], [(32, 8)]])
def test_the_header_of_the_weights_says_their_bytes(capsys, tmp_path: Path, head):
    """A tied head may be stored twice, which no config says."""
    data = weights_file(*SMALL_SHAPES, *head)
    (tmp_path / "config.json").write_text(json.dumps(SMALL), encoding="utf-8")
    (tmp_path / "model.safetensors").write_bytes(data)
    code, out, err = run(capsys, "import", str(tmp_path))
    assert (code, err) == (0, "")
    size = len(data) + 2 * sum(math.prod(shape) for shape in [*SMALL_SHAPES, *head])
    assert f'checkpoint_bytes: {{value: {size}, source: files, place: "header of model.safetensors"}}' in out


def test_headers_of_all_parts_add_up_and_a_part_that_is_missing_leaves_the_bytes_unknown(capsys, tmp_path: Path):
    (tmp_path / "config.json").write_text(json.dumps(SMALL), encoding="utf-8")
    parts = [weights_file(*SMALL_SHAPES[:5]), weights_file(*SMALL_SHAPES[5:])]
    for number, data in enumerate(parts, 1):
        (tmp_path / f"model-0000{number}-of-00002.safetensors").write_bytes(data)
    _, out, err = run(capsys, "import", str(tmp_path))
    size = sum(map(len, parts)) + 2 * sum(map(math.prod, SMALL_SHAPES))
    assert f"checkpoint_bytes: {{value: {size}" in out
    assert err == ""
    (tmp_path / "model-00002-of-00002.safetensors").unlink()
    assert "checkpoint_known: {value: false" in run(capsys, "import", str(tmp_path))[1]


def test_files_that_hold_other_elements_than_the_config_describes_are_reported(capsys, tmp_path: Path):
    (tmp_path / "config.json").write_text(json.dumps(SMALL), encoding="utf-8")
    (tmp_path / "model.safetensors").write_bytes(weights_file(*SMALL_SHAPES, (5,)))
    code, _, err = run(capsys, "import", str(tmp_path))
    described = sum(map(math.prod, SMALL_SHAPES))
    assert code == 0
    assert f"the files hold {described + 5} elements, what the config describes has {described}" in err
    (tmp_path / "model.safetensors").write_bytes(weights_file((described // 2,), dtype="U8", each=1))
    assert run(capsys, "import", str(tmp_path))[2] == "", "packed weights have no number of elements to compare"


def test_files_that_lie_elsewhere_are_named(capsys, tmp_path: Path, monkeypatch):
    weights = tmp_path / "other.safetensors"
    weights.write_bytes(weights_file(*SMALL_SHAPES))
    (tmp_path / "x.index.json").write_text(json.dumps(INDEX), encoding="utf-8")
    monkeypatch.setattr("sys.stdin", Stdin(json.dumps(SMALL).encode()))
    assert "header of other.safetensors" in run(capsys, "import", "-", "--files", str(weights))[1]
    config = str(CONFIGS / "Qwen3-8B.json")
    assert "value: 16381470720" in run(capsys, "import", config, "--files", str(tmp_path / "x.index.json"))[1]
    code, _, err = run(capsys, "import", config, "--files", "README.md")
    assert (code, "'README.md' is no file that says how weights are stored" in err) == (1, True)


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "this is no safetensors file: 0 bytes of a header of 0"),
        (b"PK\x03\x04 and more of a zip file", "this is no safetensors file"),
        (struct.pack("<Q", 2**63) + b"{}", "this is no safetensors file: 2 bytes of a header of 9,223,372"),
        (struct.pack("<Q", 2) + b"{]", "is not JSON"),
        (struct.pack("<Q", 2) + b"[]", "names no tensor"),
        (struct.pack("<Q", 8) + b'{"a": 1}', "says of 'a' no shape"),
        (weights_file((2, 2), each=3), "says of 'tensor.0' no shape of the bytes it takes"),
    ],
)
def test_a_header_that_is_none_is_reported(capsys, tmp_path: Path, data, message):
    (tmp_path / "config.json").write_text(json.dumps(QWEN), encoding="utf-8")
    (tmp_path / "model.safetensors").write_bytes(data)
    code, out, err = run(capsys, "import", str(tmp_path))
    assert (code, out) == (1, "")
    assert message in err
    assert "model.safetensors:1:1: " in err


def test_a_quantization_said_twice_is_read_from_the_file_beside(capsys, tmp_path: Path):
    said = {"config_groups": {"group_0": {"weights": {"num_bits": 4, "group_size": 16}}}, "ignore": ["lm_head"]}
    config = QWEN | {"quantization_config": said | {"quant_algo": "NVFP4", "producer": {"name": "modelopt"}}}
    (tmp_path / "config.json").write_text(json.dumps(config), encoding="utf-8")
    quantized = {"quantization": {"quant_algo": "W4A8"}}
    (tmp_path / "hf_quant_config.json").write_text(json.dumps(quantized), encoding="utf-8")
    code, out, err = run(capsys, "import", str(tmp_path))
    assert (code, err) == (0, "")
    assert "checkpoint_method: {value: W4A8, source: files" in out


@pytest.mark.parametrize("text", ["{", '{"metadata": 5}', '{"metadata": {"total_size": -1}}', "[]"])
def test_an_index_that_is_none_is_reported(capsys, tmp_path: Path, text):
    (tmp_path / "config.json").write_text(json.dumps(QWEN), encoding="utf-8")
    (tmp_path / "model.safetensors.index.json").write_text(text, encoding="utf-8")
    code, out, err = run(capsys, "import", str(tmp_path))
    assert (code, out) == (1, "")
    assert "model.safetensors.index.json:1:" in err


def test_a_config_comes_on_standard_input(capsys, monkeypatch):
    monkeypatch.setattr("sys.stdin", Stdin(json.dumps(QWEN).encode()))
    code, out, err = run(capsys, "import", "-")
    assert (code, err) == (0, "")
    assert out.startswith('id: "model"\n')
    monkeypatch.setattr("sys.stdin", Stdin(b"\xff"))
    code, _, err = run(capsys, "import", "-")
    assert (code, "standard input:1:1: standard input is not UTF-8" in err) == (1, True)


def test_the_name_an_author_chose_is_the_id(capsys, tmp_path: Path):
    for name in ("DeepSeek-V3", "My_Model"):
        target = tmp_path / f"{name}.yaml"
        assert run(capsys, "import", str(CONFIGS / "DeepSeek-V3.json"), "-o", str(target))[0] == 0
        assert target.read_text(encoding="utf-8").startswith(f'id: "{name}"\n')


def test_a_key_that_smells_of_a_size_is_passed_over_when_asked(capsys, tmp_path: Path):
    file = tmp_path / "Qwen3-8B.json"
    file.write_text(json.dumps(QWEN | {"num_colours": 3, "greeting": "hello", "use_holes": False}), encoding="utf-8")
    code, _, err = run(capsys, "import", str(file))
    assert code == 1
    assert (
        "unknown field 'num_colours' (it may change a size; if it does not: anchor import --ignore num_colours)" in err
    )
    assert "warning: " in err
    assert "use_holes" not in err
    code, out, err = run(capsys, "import", str(file), "--ignore", "num_colours")
    assert (code, "num_colours" in err) == (0, False)
    assert "unknown field 'greeting' is passed over" in err
    assert "ignored_keys: {value: [num_colours, greeting], source: config" in out


def test_numbers_of_a_config_need_no_anchor_file(capsys, tmp_path: Path):
    assert main(["numbers", str(CONFIGS / "Qwen3-8B.json"), "--format", "json"]) == 0
    assert json.loads(capsys.readouterr().out)["quantities"]["parameters"]["value"] == 8_190_735_360
    assert main(["numbers", "x.json", "--anchor", "y"]) == 2
    assert "both name a model" in capsys.readouterr().err
    assert main(["numbers", str(tmp_path / "no.json")]) == 1
    assert "there is no file" in capsys.readouterr().err
