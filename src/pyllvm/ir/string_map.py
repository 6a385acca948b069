"""The iteration order of LLVM's StringMap: it determines the order of a function's value symbol table in bitcode.

LLVM writes that table in the order of a `StringMap`: an open hash table whose size is a power of two, probed at growing
distances up to LLVM 22, and in every next bucket since LLVM 23. The hash is DJB's up to LLVM 16 and the lower half of the
64-bit XXH3 since LLVM 17.
"""

from __future__ import annotations

from typing import Final

from pyllvm.tables.behavior_versions import NEXT_BUCKET_SINCE, XXH3_SINCE

_FIRST_BUCKETS: Final = 16

_MASK_32: Final = 0xFFFFFFFF
_MASK_64: Final = 0xFFFFFFFFFFFFFFFF

# XXH3's constants: its primes, and the default secret of the unseeded hash.
_PRIME32_1: Final = 0x9E3779B1
_PRIME32_2: Final = 0x85EBCA77
_PRIME32_3: Final = 0xC2B2AE3D
_PRIME64_1: Final = 0x9E3779B185EBCA87
_PRIME64_2: Final = 0xC2B2AE3D27D4EB4F
_PRIME64_3: Final = 0x165667B19E3779F9
_PRIME64_4: Final = 0x85EBCA77C2B2AE63
_PRIME64_5: Final = 0x27D4EB2F165667C5
_PRIME_MIX_1: Final = 0x165667919E3779F9
_PRIME_MIX_2: Final = 0x9FB21C651E98DF25
_SECRET: Final = bytes.fromhex(
    "b8fe6c3923a44bbe7c01812cf721ad1cded46de9839097db7240a4a4b7b3671f"
    "cb79e64eccc0e578825ad07dccff7221b8084674f743248ee03590e6813a264c"
    "3c2852bb91c300cb88d0658b1b532ea371644897a20df94e3819ef46a9deacd8"
    "a8fa763fe39c343ff9dcbbc7c70b4f1d8a51e04bcdb45931c89f7ec9d9787364"
    "eac5ac8334d3ebc3c581a0fffa1363eb170ddd51b7f0da49d316552629d4689e"
    "2b16be587d47a1fc8ff8b8d17ad031ce45cb3a8f95160428afd7fbcabb4b407e"
)
_STRIPE: Final = 64
_STRIPES_PER_BLOCK: Final = (len(_SECRET) - _STRIPE) // 8
_MIDDLE_LENGTH: Final = 240


def _read_32(data: bytes, at: int) -> int:
    return int.from_bytes(data[at : at + 4], "little")


def _read_64(data: bytes, at: int) -> int:
    return int.from_bytes(data[at : at + 8], "little")


# The keys for short inputs.
_KEY_1_TO_3: Final = _read_32(_SECRET, 0) ^ _read_32(_SECRET, 4)
_KEY_4_TO_8: Final = _read_64(_SECRET, 8) ^ _read_64(_SECRET, 16)
_KEY_9_LOW: Final = _read_64(_SECRET, 24) ^ _read_64(_SECRET, 32)
_KEY_9_HIGH: Final = _read_64(_SECRET, 40) ^ _read_64(_SECRET, 48)
_KEY_EMPTY: Final = _read_64(_SECRET, 56) ^ _read_64(_SECRET, 64)


def djb_hash(name: bytes) -> int:
    """Bernstein's hash, 32 bits, starting at 0."""
    value = 0
    for byte in name:
        value = (value * 33 + byte) & _MASK_32
    return value


def _avalanche_64(value: int) -> int:
    value ^= value >> 33
    value = value * _PRIME64_2 & _MASK_64
    value ^= value >> 29
    value = value * _PRIME64_3 & _MASK_64
    return value ^ value >> 32


def _avalanche(value: int) -> int:
    value ^= value >> 37
    value = value * _PRIME_MIX_1 & _MASK_64
    return value ^ value >> 32


def _fold(left: int, right: int) -> int:
    product = left * right
    return (product & _MASK_64) ^ (product >> 64)


def _mix_16(data: bytes, at: int, secret: int) -> int:
    return _fold(_read_64(_SECRET, secret) ^ _read_64(data, at), _read_64(_SECRET, secret + 8) ^ _read_64(data, at + 8))


def _xxh3_17_to_128(data: bytes) -> int:
    length = len(data)
    value = length * _PRIME64_1
    steps = (length - 1) // 32
    for step in range(steps, -1, -1):
        value += _mix_16(data, 16 * step, 32 * step)
        value += _mix_16(data, length - 16 * (step + 1), 32 * step + 16)
    return _avalanche(value & _MASK_64)


def _xxh3_129_to_240(data: bytes) -> int:
    length = len(data)
    value = length * _PRIME64_1
    for step in range(8):
        value += _mix_16(data, 16 * step, 16 * step)
    value = _avalanche(value & _MASK_64)
    for step in range(8, length // 16):
        value += _mix_16(data, 16 * step, 16 * (step - 8) + 3)
    value += _mix_16(data, length - 16, 136 - 17)
    return _avalanche(value & _MASK_64)


def _accumulate(lanes: list[int], data: bytes, at: int, secret: int) -> None:
    for lane in range(8):
        value = _read_64(data, at + 8 * lane)
        key = value ^ _read_64(_SECRET, secret + 8 * lane)
        lanes[lane ^ 1] = (lanes[lane ^ 1] + value) & _MASK_64
        lanes[lane] = (lanes[lane] + (key & _MASK_32) * (key >> 32)) & _MASK_64


def _xxh3_long(data: bytes) -> int:
    length = len(data)
    lanes = [_PRIME32_3, _PRIME64_1, _PRIME64_2, _PRIME64_3, _PRIME64_4, _PRIME32_2, _PRIME64_5, _PRIME32_1]
    block = _STRIPE * _STRIPES_PER_BLOCK
    blocks = (length - 1) // block
    last_secret = len(_SECRET) - _STRIPE
    for number in range(blocks):
        for stripe in range(_STRIPES_PER_BLOCK):
            _accumulate(lanes, data, number * block + stripe * _STRIPE, stripe * 8)
        for lane in range(8):
            value = lanes[lane]
            value ^= value >> 47
            value ^= _read_64(_SECRET, last_secret + 8 * lane)
            lanes[lane] = value * _PRIME32_1 & _MASK_64
    for stripe in range((length - 1 - block * blocks) // _STRIPE):
        _accumulate(lanes, data, blocks * block + stripe * _STRIPE, stripe * 8)
    _accumulate(lanes, data, length - _STRIPE, last_secret - 7)
    result = length * _PRIME64_1
    for pair in range(4):
        result += _fold(
            lanes[2 * pair] ^ _read_64(_SECRET, 11 + 16 * pair), lanes[2 * pair + 1] ^ _read_64(_SECRET, 19 + 16 * pair)
        )
    return _avalanche(result & _MASK_64)


def xxh3_64(data: bytes) -> int:
    """The 64-bit XXH3 hash without a seed."""
    length = len(data)
    if length > 16:
        if length <= 128:
            return _xxh3_17_to_128(data)
        return _xxh3_129_to_240(data) if length <= _MIDDLE_LENGTH else _xxh3_long(data)
    if length > 8:
        low = _KEY_9_LOW ^ _read_64(data, 0)
        high = _KEY_9_HIGH ^ _read_64(data, length - 8)
        swapped = int.from_bytes(low.to_bytes(8, "little"), "big")
        return _avalanche((length + swapped + high + _fold(low, high)) & _MASK_64)
    if length >= 4:
        value = _KEY_4_TO_8 ^ (_read_32(data, length - 4) | _read_32(data, 0) << 32)
        value ^= (value << 49 | value >> 15) & _MASK_64 ^ (value << 24 | value >> 40) & _MASK_64
        value = value * _PRIME_MIX_2 & _MASK_64
        value ^= (value >> 35) + length
        value = value * _PRIME_MIX_2 & _MASK_64
        return value ^ value >> 28
    if length:
        combined = data[0] << 16 | data[length >> 1] << 24 | data[length - 1] | length << 8
        return _avalanche_64(combined ^ _KEY_1_TO_3)
    return _avalanche_64(_KEY_EMPTY)


def name_hash(name: bytes, version: int) -> int:
    """The 32-bit hash of a name in LLVM `version`."""
    return xxh3_64(name) & _MASK_32 if version >= XXH3_SINCE else djb_hash(name)


def table_order(hashes: list[int], version: int) -> list[int]:
    """The indices of the names in the order of the table; `hashes` are the names' hashes in order of insertion."""
    count = len(hashes)
    growth = 0 if version >= NEXT_BUCKET_SINCE else 1
    size = _FIRST_BUCKETS
    # -1 is an empty bucket
    buckets = [-1] * size
    for index in range(count):
        mask = size - 1
        bucket = hashes[index] & mask
        distance = 1
        while buckets[bucket] >= 0:
            bucket = (bucket + distance) & mask
            distance += growth
        buckets[bucket] = index
        items = index + 1
        if items * 4 > size * 3:
            size *= 2
        elif size - items > size // 8:
            continue
        buckets = _rehashed(buckets, hashes, size, growth)
    return [index for index in buckets if index >= 0]


def _rehashed(buckets: list[int], hashes: list[int], size: int, growth: int) -> list[int]:
    fresh = [-1] * size
    mask = size - 1
    for index in buckets:
        if index < 0:
            continue
        bucket = hashes[index] & mask
        distance = 1
        while fresh[bucket] >= 0:
            bucket = (bucket + distance) & mask
            distance += growth
        fresh[bucket] = index
    return fresh


def order_after(changes: list[tuple[str, bool]], hashes: dict[str, int], version: int) -> list[str]:
    """The names in the order of a table in which each came (True) or went (False); a place that one left is used again."""
    growth = 0 if version >= NEXT_BUCKET_SINCE else 1
    size = _FIRST_BUCKETS
    # None is an empty bucket, and "" a bucket that a name has left
    buckets: list[str | None] = [None] * size
    items = 0
    left = 0
    for name, comes in changes:
        bucket = _bucket_of(buckets, name, hashes[name], comes, growth)
        if not comes:
            if buckets[bucket] == name:
                buckets[bucket] = ""
                items -= 1
                left += 1
            continue
        if buckets[bucket] is not None:
            left -= 1
        buckets[bucket] = name
        items += 1
        if items * 4 > size * 3:
            size *= 2
        elif size - items - left > size // 8:
            continue
        left = 0
        fresh: list[str | None] = [None] * size
        for one in buckets:
            if one:
                fresh[_bucket_of(fresh, one, hashes[one], True, growth)] = one
        buckets = fresh
    return [name for name in buckets if name]


def _bucket_of(buckets: list[str | None], name: str, hash: int, comes: bool, growth: int) -> int:
    """Where a name is, or where a new one goes: into the first bucket on its way that another one left."""
    mask = len(buckets) - 1
    bucket = hash & mask
    distance = 1
    reused = -1
    while True:
        found = buckets[bucket]
        if found is None:
            return bucket if reused < 0 or not comes else reused
        if found == name:
            return bucket
        if not found and reused < 0:
            reused = bucket
        bucket = (bucket + distance) & mask
        distance += growth
