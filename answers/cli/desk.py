"""corrige desk: read scanned papers and decide doubtful cases, in a browser on this machine."""

from typing import Annotated

import typer

from answers.classroom.folder import locked, open_class
from answers.classroom.ingest import scan_pages
from answers.classroom.marks import author_name
from answers.cli.common.options import Folder, JobsOption
from answers.cli.common.output import print_message, working
from answers.messages import language


def desk(
    folder: Folder,
    *,
    port: Annotated[int, typer.Option("--port", metavar="N", min=0, max=65535, help="Port; 0 for a free port.")] = 0,
    open_browser: Annotated[
        bool,
        typer.Option(
            "--browser/--no-browser", help="Open the page of the desk in a browser; otherwise only print its address."
        ),
    ] = True,
    author: Annotated[
        str,
        typer.Option(
            "--author",
            metavar="NAME",
            help="Name recorded as the author of transcriptions and decisions; by default your login.",
        ),
    ] = "",
) -> None:
    """Open the desk: read scanned papers and decide doubtful cases, in a browser on this machine alone."""
    from answers.web.common.browser import admitted
    from answers.web.common.serve import serve
    from answers.web.desk.app import desk_app
    from answers.web.desk.desk import ReviewSession

    with working("reading the scanned pages"), locked(folder):
        scan_pages(open_class(folder))
    review_session = ReviewSession(folder, author or author_name(), language(), engine=JobsOption().chosen)

    def announce(address: str) -> None:
        print_message("the desk is open, for one browser on this machine: {address}", address=address)
        print_message("Ctrl+C stops the desk; all readings and decisions are saved")

    shown_from = folder if open_browser else None
    with admitted(review_session.author, review_session.lang, port, announce, shown_from) as (policy, listening):
        serve(desk_app(review_session, policy), listening)
