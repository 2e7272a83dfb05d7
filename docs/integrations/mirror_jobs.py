"""Mirrors the jobs of a company into a CSV file, which any spreadsheet opens.

The first run reads all jobs. Each later run reads only what changed since, from the changes feed: run it every few minutes,
such as with cron. It needs Python 3.9 or newer and nothing else, and an API key that may read.

    RIDGELINE_URL=https://jobs.example.com RIDGELINE_KEY=rl_... python3 mirror_jobs.py jobs.csv

Subcontractors add --subcontractor. The cursor of the feed is kept in jobs.csv.cursor; without that file everything is read
anew.
"""

import argparse
import csv
import io
import json
import os
import sys
import urllib.error
import urllib.parse
import urllib.request
from pathlib import Path

COLUMNS = [
    "id", "jobNumber", "title", "status", "address", "city", "state", "zip",
    "startDate", "endDate", "contractAmount",
]


class CursorTooOld(Exception):
    """The feed no longer has what happened since the last run."""


def get(path, **query):
    """Calls the API and returns its answer."""
    address = f"{os.environ['RIDGELINE_URL'].rstrip('/')}/api/{path}?{urllib.parse.urlencode(query)}"
    request = urllib.request.Request(
        address, headers={"Authorization": f"Bearer {os.environ['RIDGELINE_KEY']}"}
    )
    try:
        with urllib.request.urlopen(request, timeout=60) as answer:
            return json.load(answer)
    except urllib.error.HTTPError as refused:
        error = json.load(refused).get("error", {})
        if any(field["field"] == "after" for field in error.get("fields") or []):
            raise CursorTooOld from refused
        sys.exit(f"{refused.code}: {error.get('message')}")


def as_row(job):
    """The columns of a job. A text that a spreadsheet would take for a formula gets an apostrophe before it."""
    row = {}
    for column in COLUMNS:
        value = job.get(column)
        is_formula = isinstance(value, str) and value[:1] in ("=", "+", "-", "@", "\t", "\r")
        row[column] = "" if value is None else f"'{value}" if is_formula else value
    return row


def read_all(company):
    """Every job, and the cursor from which the feed goes on: it is read first, so that nothing is missed between."""
    cursor = get("changes", after="now")["cursor"]
    jobs = get(f"jobs/myJobs/{company}")["jobs"]
    return {job["id"]: as_row(job) for job in jobs}, cursor


def read_changes(jobs, cursor):
    """Applies what happened since the cursor, page by page. Returns the new cursor."""
    while True:
        page = get("changes", after=cursor, kinds="job", limit=1000)
        for change in page["changes"]:
            if change["type"] == "job.deleted":
                jobs.pop(change["subject"]["id"], None)
            else:
                job = change["data"]["job"]
                jobs[job["id"]] = as_row(job)
        cursor = page["cursor"]
        if not page["changes"]:
            return cursor


def write(file, text):
    """Replaces a file at once: whoever opens it meanwhile sees the former or the new one."""
    new = file.with_name(file.name + ".new")
    with open(new, "w", encoding="utf-8-sig" if file.suffix == ".csv" else "utf-8", newline="") as target:
        target.write(text)
    new.replace(file)


def main():
    arguments = argparse.ArgumentParser(description="Mirrors jobs into a CSV file.")
    arguments.add_argument("file", type=Path)
    arguments.add_argument("--subcontractor", action="store_true")
    given = arguments.parse_args()
    company = "subcontractor" if given.subcontractor else "contractor"
    kept = given.file.with_name(given.file.name + ".cursor")
    try:
        with open(given.file, encoding="utf-8-sig", newline="") as former:
            jobs = {row["id"]: row for row in csv.DictReader(former)}
        cursor = read_changes(jobs, kept.read_text(encoding="utf-8"))
    except (FileNotFoundError, CursorTooOld):
        jobs, cursor = read_all(company)
    rows = sorted(jobs.values(), key=lambda row: (str(row["startDate"]) or "9999", str(row["title"])))
    table = io.StringIO()
    writer = csv.DictWriter(table, COLUMNS)
    writer.writeheader()
    writer.writerows(rows)
    # The table first: a run that ends in between reads the same changes again, which does no harm.
    write(given.file, table.getvalue())
    write(kept, cursor)
    print(f"{len(jobs)} jobs are in {given.file}")


if __name__ == "__main__":
    main()
