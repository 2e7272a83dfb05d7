"""Schemathesis hooks for Ridgeline: the callers and the existing ids.

Generated ids are unknown to the server, so most calls would end at "not found". These hooks replace
most of them with ids that the signed-in user has seen, by the name of the field.
"""

import json
import os
import random
import re
import threading
import urllib.error
import urllib.parse
import urllib.request

import schemathesis

SERVER = os.environ["RIDGELINE_FUZZ_SERVER"]
PASSWORD = os.environ["RIDGELINE_FUZZ_PASSWORD"]
# How often each calls: no user, an admin of a contractor, an admin of a subcontractor.
PEOPLE = [None] + os.environ["RIDGELINE_FUZZ_PEOPLE"].split(",")
WEIGHTS = [1] + [6 // len(PEOPLE[1:])] * len(PEOPLE[1:])

UUID = re.compile(r"^[0-9a-fA-F]{8}-(?:[0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}$")
LISTS = [
    "/api/jobs/myJobs/contractor", "/api/jobs/myJobs/subcontractor", "/api/customers/find",
    "/api/custom_crews/all", "/api/contractor_vendors", "/api/appointments/company",
    "/api/chat/rooms", "/api/notifications/user", "/api/company/myFiles",
    "/api/auth/fetchProfile", "/api/calendar/calendars/{company}",
    "/api/products/products/{company}", "/api/products/categories/{company}",
    "/api/connections/connections/{company}", "/api/company/users/{company}",
    "/api/qualifications/find/{company}",
]
OF_A_JOB = [
    "/api/work_orders/job/{job}", "/api/purchase_orders/job/{job}", "/api/jobs/fetchNotes/{job}",
    "/api/jobs/fetchImgs/{job}", "/api/jobs/job/{job}",
]

# Parts of a resumable upload are plain bytes; only their media type is unknown to schemathesis.
schemathesis.serializer.alias("application/offset+octet-stream", "application/octet-stream")

lock = threading.Lock()
tokens = {}
seen = {}


def call(method, path, token=None, body=None):
    request = urllib.request.Request(SERVER + path, method=method)
    request.add_header("content-type", "application/json")
    if token:
        request.add_header("authorization", "Bearer " + token)
    try:
        with urllib.request.urlopen(request, json.dumps(body).encode() if body else None) as answer:
            return json.load(answer)
    except urllib.error.HTTPError:
        return {}


def collect_ids(name, value, ids):
    """Collects every id under the name of its field; a plain `id` under the name of its parent."""
    if isinstance(value, dict):
        for field, inner in value.items():
            plain = field == "id"
            collect_ids(name if plain else field, inner, ids)
    elif isinstance(value, list):
        for inner in value:
            collect_ids(name, inner, ids)
    elif isinstance(value, str) and UUID.match(value):
        ids.setdefault(stem(name), set()).add(value)
        ids.setdefault("", set()).add(value)


def stem(name):
    """`jobs`, `jobId` and `selectedJob` are all jobs."""
    name = re.sub(r"(Id|Ids)$", "", name)
    name = re.sub(r"([a-z])([A-Z])", r"\1 \2", name).split(" ")[-1].lower()
    name = {"imgs": "image", "info": "job", "employees": "user", "people": "user"}.get(name, name)
    return re.sub(r"ies$", "y", name) if name.endswith("ies") else name.rstrip("s")


def sign_in(person):
    token = call("POST", "/api/auth/local/login", body={"email": person, "password": PASSWORD})["token"]
    ids = {}
    company = call("GET", "/api/auth/fetchProfile", token)["company"]["id"]
    for path in LISTS:
        collect_ids("", call("GET", path.replace("{company}", company), token), ids)
    for job in sorted(ids.get("job", ()))[:12]:
        for path in OF_A_JOB:
            collect_ids("", call("GET", path.replace("{job}", job), token), ids)
    return token, {name: sorted(found) for name, found in ids.items()}


def known(person, fresh=False):
    with lock:
        if fresh or person not in tokens:
            tokens[person], seen[person] = sign_in(person)
        return tokens[person], seen[person]


def replace(name, value, ids, rng):
    if isinstance(value, dict):
        return {field: replace(field, inner, ids, rng) for field, inner in value.items()}
    if isinstance(value, list):
        return [replace(name, inner, ids, rng) for inner in value]
    if isinstance(value, str) and UUID.match(value) and rng.random() < 0.8:
        of_kind = ids.get(stem(name)) or ids.get("")
        return rng.choice(of_kind) if of_kind else value
    return value


@schemathesis.hook
def before_call(context, case, kwargs):
    rng = random.Random(repr((case.method, case.path, case.path_parameters, repr(case.body))))
    person = rng.choices(PEOPLE, WEIGHTS)[0]
    if person is None:
        return
    token, ids = known(person)
    feature = case.path.split("/")[2] if case.path.count("/") > 1 else ""
    if case.path_parameters:
        for name, value in case.path_parameters.items():
            kind = name if name != "id" else feature
            case.path_parameters[name] = replace(kind, value, ids, rng)
    if isinstance(case.body, (dict, list)):
        case.body = replace(feature, case.body, ids, rng)
    case.headers = {**(case.headers or {}), "Authorization": "Bearer " + token}


@schemathesis.hook
def after_call(context, case, response):
    """The user may have been signed out or everything deleted: sign in and collect ids again."""
    if response.status_code == 401 and "Authorization" in (response.request.headers or {}):
        sent = str(response.request.headers["Authorization"])
        for person in [person for person, token in tokens.items() if token in sent]:
            known(person, fresh=True)
