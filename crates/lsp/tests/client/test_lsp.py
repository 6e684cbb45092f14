"""The language server, driven by pytest-lsp: a client that is not ours."""

import asyncio
import os
import pathlib
import subprocess
import sys

import pytest
import pytest_lsp
from lsprotocol import types
from pytest_lsp import ClientServerConfig, LanguageClient

EXTREMAL = os.environ["EXTREMAL"]

DOMAIN = """; 😀 a kitchen
(define (domain kitchen)
  (:requirements :strips :typing)
  (:types dish)
  (:predicates
    (raw ?d - dish)   ; not cooked yet
    (cooked ?d - dish)
    (edible ?d - dish))
  (:action cook ; 😀
    :parameters (?d - dish)
    :precondition (and (raw ?d) (edible ?d))
    :effect (and (cooked ?d) (not (raw ?d)))))
"""
PROBLEM = """(define (problem dinner)
  (:domain kitchen)
  (:objects soup stone - dish)
  (:init (raw soup) (raw stone) (edible soup))
  (:goal (and (cooked soup))))
"""


@pytest_lsp.fixture(config=ClientServerConfig(server_command=[EXTREMAL, "lsp"]))
async def client(lsp_client: LanguageClient):
    capabilities = types.ClientCapabilities(
        workspace=types.WorkspaceClientCapabilities(
            workspace_edit=types.WorkspaceEditClientCapabilities(document_changes=True)
        )
    )
    await lsp_client.initialize_session(types.InitializeParams(capabilities=capabilities))
    yield
    await lsp_client.shutdown_session()


class Files:
    """A folder with a domain and a problem, and where words stand in them."""

    def __init__(self, folder: pathlib.Path):
        self.folder = folder
        self.domain = self.write("domain.pddl", DOMAIN)
        self.problem = self.write("p01.pddl", PROBLEM)

    def write(self, name: str, text: str) -> str:
        (self.folder / name).write_text(text, encoding="utf-8")
        return (self.folder / name).as_uri()


def position(text: str, needle: str, number: int = 0) -> types.Position:
    """The place of a word, in UTF-16 code units."""
    at = -1
    for _ in range(number + 1):
        at = text.index(needle, at + 1)
    line = text.count("\n", 0, at)
    start = text.rfind("\n", 0, at) + 1
    return types.Position(line=line, character=len(text[start:at].encode("utf-16-le")) // 2)


def open_file(client: LanguageClient, uri: str, text: str):
    item = types.TextDocumentItem(uri=uri, language_id="pddl", version=1, text=text)
    client.text_document_did_open(types.DidOpenTextDocumentParams(text_document=item))


async def diagnostics(client: LanguageClient, uri: str, wanted, seconds: float = 20):
    """Waits until the diagnostics of a file are as wanted."""
    for _ in range(int(seconds / 0.05)):
        found = client.diagnostics.get(uri)
        if found is not None and wanted(found):
            return found
        await asyncio.sleep(0.05)
    raise AssertionError(f"not as wanted: {client.diagnostics.get(uri)}")


@pytest.fixture
def files(tmp_path):
    return Files(tmp_path)


def at(uri: str, place: types.Position) -> dict:
    return {"text_document": types.TextDocumentIdentifier(uri=uri), "position": place}


@pytest.mark.asyncio
async def test_a_mistake_is_shown_while_typing_and_mended(client, files):
    broken = DOMAIN.replace("(cooked ?d) (not", "(coked ?d) (not")
    open_file(client, files.domain, broken)
    found = await diagnostics(client, files.domain, lambda found: len(found) == 1)
    assert found[0].code == "undeclared-predicate"
    start = position(broken, "coked")
    assert found[0].range == types.Range(
        start=start, end=types.Position(line=start.line, character=start.character + 5)
    )
    actions = await client.text_document_code_action_async(
        types.CodeActionParams(
            text_document=types.TextDocumentIdentifier(uri=files.domain),
            range=found[0].range,
            context=types.CodeActionContext(diagnostics=found),
        )
    )
    # A new predicate may be meant, too, but what is probably meant comes first.
    assert [(action.title, action.is_preferred) for action in actions] == [
        ("Replace `coked` with `cooked`", True),
        ("Declare `(coked ?d - dish)`", False),
    ]
    edit = actions[0].edit.document_changes[0].edits[0]
    assert edit.new_text == "cooked"
    # The edit, as a client would send it back; the line has an emoji two lines before.
    change = types.TextDocumentContentChangePartial(range=edit.range, text=edit.new_text)
    client.text_document_did_change(
        types.DidChangeTextDocumentParams(
            text_document=types.VersionedTextDocumentIdentifier(uri=files.domain, version=2),
            content_changes=[change],
        )
    )
    await diagnostics(client, files.domain, lambda found: not found)


@pytest.mark.asyncio
async def test_the_last_parenthesis_is_put_back(client, files):
    broken = DOMAIN.rstrip().removesuffix(")") + " ; the end\n"
    open_file(client, files.domain, broken)
    found = await diagnostics(client, files.domain, lambda found: len(found) == 1)
    assert found[0].code == "unclosed-parenthesis"
    actions = await client.text_document_code_action_async(
        types.CodeActionParams(
            text_document=types.TextDocumentIdentifier(uri=files.domain),
            range=found[0].range,
            context=types.CodeActionContext(diagnostics=found),
        )
    )
    assert [action.title for action in actions] == ["Insert `)`"]
    edit = actions[0].edit.document_changes[0].edits[0]
    end = position(broken, " ; the end")
    assert (edit.new_text, edit.range.start, edit.range.end) == (")", end, end)


@pytest.mark.asyncio
async def test_incremental_changes_behind_an_emoji(client, files):
    open_file(client, files.domain, DOMAIN)
    await diagnostics(client, files.domain, lambda found: not found)
    place = position(DOMAIN, "; 😀\n")
    end = types.Position(line=place.line, character=place.character + 4)
    change = types.TextDocumentContentChangePartial(range=types.Range(start=end, end=end), text="\n(wrong")
    client.text_document_did_change(
        types.DidChangeTextDocumentParams(
            text_document=types.VersionedTextDocumentIdentifier(uri=files.domain, version=2),
            content_changes=[change],
        )
    )
    found = await diagnostics(client, files.domain, lambda found: len(found) > 0)
    assert any(one.range.start.line == place.line + 1 for one in found), found


@pytest.mark.asyncio
async def test_a_problem_is_checked_with_its_domain_in_the_same_folder(client, files):
    wrong = PROBLEM.replace("(cooked soup)", "(coked soup)")
    open_file(client, files.problem, wrong)
    found = await diagnostics(client, files.problem, lambda found: len(found) == 1)
    assert found[0].code == "undeclared-predicate"
    # The open text of the domain counts, not the file.
    open_file(client, files.domain, DOMAIN.replace("cooked", "coked"))
    await diagnostics(client, files.problem, lambda found: not found)


@pytest.mark.asyncio
async def test_a_goal_that_cannot_be_reached(client, files):
    wrong = PROBLEM.replace("(cooked soup)", "(cooked stone)")
    open_file(client, files.problem, wrong)
    found = await diagnostics(client, files.problem, lambda found: any(one.code == "no-plan" for one in found))
    goal = next(one for one in found if one.code == "no-plan")
    assert goal.severity == types.DiagnosticSeverity.Warning
    assert "(cooked stone) cannot be reached" in goal.message
    hover = await client.text_document_hover_async(types.HoverParams(**at(files.problem, position(wrong, "cooked"))))
    assert "`(cooked stone)` **can never be reached**" in hover.contents.value


@pytest.mark.asyncio
async def test_a_problem_without_a_domain_says_so(client, tmp_path):
    uri = (tmp_path / "lonely.pddl").as_uri()
    open_file(client, uri, PROBLEM)
    found = await diagnostics(client, uri, lambda found: len(found) == 1)
    assert found[0].code == "no-domain"


@pytest.mark.asyncio
async def test_names(client, files):
    open_file(client, files.domain, DOMAIN)
    open_file(client, files.problem, PROBLEM)
    place = at(files.problem, position(PROBLEM, "cooked"))
    definition = await client.text_document_definition_async(types.DefinitionParams(**place))
    assert [(one.uri, one.range.start) for one in definition] == [(files.domain, position(DOMAIN, "cooked ?d"))]
    references = await client.text_document_references_async(
        types.ReferenceParams(**place, context=types.ReferenceContext(include_declaration=True))
    )
    assert sorted((one.uri, one.range.start.line) for one in references) == [
        (files.domain, 6),
        (files.domain, 11),
        (files.problem, 4),
    ]
    highlights = await client.text_document_document_highlight_async(
        types.DocumentHighlightParams(**at(files.domain, position(DOMAIN, "raw")))
    )
    assert len(highlights) == 3
    hover = await client.text_document_hover_async(types.HoverParams(**at(files.domain, position(DOMAIN, "raw"))))
    assert "Made true by no action; made false by `cook`." in hover.contents.value
    assert "not cooked yet" in hover.contents.value
    hover = await client.text_document_hover_async(types.HoverParams(**at(files.domain, position(DOMAIN, "edible"))))
    assert "**Static**" in hover.contents.value
    symbols = await client.text_document_document_symbol_async(
        types.DocumentSymbolParams(text_document=types.TextDocumentIdentifier(uri=files.domain))
    )
    assert [symbol.name for symbol in symbols] == [
        "kitchen", ":requirements", ":types", ":predicates", "cook",
    ]
    assert symbols[-1].detail == "?d - dish"


@pytest.mark.asyncio
async def test_rename_across_domain_and_problems(client, files):
    # A problem that is not open is renamed, too.
    other = files.write("p02.pddl", PROBLEM)
    files.write("elsewhere.pddl", PROBLEM.replace("kitchen", "bathroom"))
    open_file(client, files.domain, DOMAIN)
    open_file(client, files.problem, PROBLEM)
    place = at(files.domain, position(DOMAIN, "raw ?d) (edible"))
    prepared = await client.text_document_prepare_rename_async(types.PrepareRenameParams(**place))
    assert prepared.placeholder == "raw"
    edit = await client.text_document_rename_async(types.RenameParams(**place, new_name="uncooked"))
    counts = {change.text_document.uri: len(change.edits) for change in edit.document_changes}
    assert counts == {files.domain: 3, files.problem: 2, other: 2}
    versions = {change.text_document.uri: change.text_document.version for change in edit.document_changes}
    assert versions == {files.domain: 1, files.problem: 1, other: None}
    for bad in ["cooked", "and", "a b", "?x", ""]:
        with pytest.raises(Exception):
            await client.text_document_rename_async(types.RenameParams(**place, new_name=bad))


@pytest.mark.asyncio
async def test_completion(client, files):
    text = DOMAIN.replace("(and (raw ?d) (edible ?d))", "(and (raw ?d) (")
    open_file(client, files.domain, text)

    async def labels(place: types.Position):
        found = await client.text_document_completion_async(types.CompletionParams(**at(files.domain, place)))
        return [item.label for item in found.items]

    place = position(text, "(\n")
    found = await labels(types.Position(line=place.line, character=place.character + 1))
    assert {"raw", "cooked", "edible", "not", "exists"} <= set(found)
    place = position(text, "?d - dish)\n    :precondition")
    assert "dish" in await labels(types.Position(line=place.line, character=place.character + 5))


@pytest.mark.asyncio
async def test_formatting_keeps_comments(client, files):
    text = DOMAIN.replace("    :effect", "          :effect").replace("  (:types", "(:types")
    open_file(client, files.domain, text)
    edits = await client.text_document_formatting_async(
        types.DocumentFormattingParams(
            text_document=types.TextDocumentIdentifier(uri=files.domain),
            options=types.FormattingOptions(tab_size=2, insert_spaces=True),
        )
    )
    assert len(edits) == 1
    lines = text.splitlines(keepends=True)
    start, end = edits[0].range.start, edits[0].range.end
    assert start.character == end.character == 0
    assert "".join(lines[: start.line]) + edits[0].new_text + "".join(lines[end.line :]) == DOMAIN


@pytest.mark.asyncio
async def test_slow_grounding_does_not_block(client, files):
    # A task with millions of ground actions.
    domain = """(define (domain large) (:predicates (p ?a ?b ?c ?d ?e))
      (:action a :parameters (?a ?b ?c ?d ?e ?f)
       :precondition (p ?a ?b ?c ?d ?e) :effect (p ?b ?c ?d ?e ?f)))"""
    objects = " ".join(f"o{number}" for number in range(30))
    problem = f"""(define (problem q) (:domain large) (:objects {objects}) (:init (p o1 o1 o1 o1 o1))
      (:goal (p o1 o2 o3 o4 o5)))"""
    domain_uri = files.write("large.pddl", domain)
    uri = files.write("large-problem.pddl", problem)
    open_file(client, domain_uri, domain)
    open_file(client, uri, problem)
    await asyncio.sleep(1.0)
    for number in range(2, 12):
        text = problem.replace("(:goal", f"{' ' * number}(:goal")
        client.text_document_did_change(
            types.DidChangeTextDocumentParams(
                text_document=types.VersionedTextDocumentIdentifier(uri=uri, version=number),
                content_changes=[types.TextDocumentContentChangeWholeDocument(text=text)],
            )
        )
        hover = client.text_document_hover_async(types.HoverParams(**at(uri, position(text, "p o1"))))
        await asyncio.wait_for(hover, 2.0)


def message(text: str) -> bytes:
    return f"Content-Length: {len(text.encode())}\r\n\r\n{text}".encode()


INITIALIZE = message('{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"capabilities":{}}}')
INITIALIZED = message('{"jsonrpc":"2.0","method":"initialized","params":{}}')
SHUTDOWN = message('{"jsonrpc":"2.0","id":2,"method":"shutdown"}')
EXIT = message('{"jsonrpc":"2.0","method":"exit"}')


@pytest.mark.parametrize(
    "messages, code",
    [
        ([INITIALIZE, INITIALIZED, SHUTDOWN, EXIT], 0),
        ([INITIALIZE, INITIALIZED, EXIT], 1),
        ([INITIALIZE, INITIALIZED], 1),
        ([EXIT], 1),
        ([b"Content-Length: 3\r\n\r\nabc"], 1),
        ([INITIALIZE, INITIALIZED, message('{"jsonrpc":"2.0","id":3,"method":"textDocument/hover","params":7}'), SHUTDOWN, EXIT], 0),
        ([INITIALIZE, INITIALIZED, message('{"jsonrpc":"2.0","method":"textDocument/didOpen","params":[]}'), SHUTDOWN, EXIT], 0),
    ],
)
def test_the_exit_code_says_whether_it_was_shut_down(messages, code):
    done = subprocess.run([EXTREMAL, "lsp"], input=b"".join(messages), capture_output=True, timeout=30)
    assert done.returncode == code, done
    assert b"panicked" not in done.stderr


if __name__ == "__main__":
    sys.exit(pytest.main([__file__]))
