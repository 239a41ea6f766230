"""What scanners and phones make of a page: tilt, grey, folds, stains, shadows, perspective, JPEG."""

import random

import cv2
import numpy as np
from numpy.typing import NDArray

Grey = NDArray[np.uint8]
DPI = 300
MM = DPI / 25.4


def scanned(page: Grey, rng: random.Random) -> tuple[Grey, str]:
    """Return a page at 300 dpi as a scanner gives it, and what was done to it."""
    dpi = rng.choice((150, 200, 200, 300))
    done = [f"{dpi} dpi"]
    if rng.random() < 0.15:
        page, _ = _folded(page, rng), done.append("fold")
    if rng.random() < 0.12:
        page, _ = _stained(page, rng), done.append("stain")
    tilt = rng.uniform(-3, 3) + (180 if rng.random() < 0.1 else 0)
    done.append(f"{tilt:.1f}°")
    height, width = page.shape
    scale = dpi / DPI * rng.uniform(0.985, 1.0)
    turn = cv2.getRotationMatrix2D((width / 2, height / 2), tilt, scale)
    wide, high = round(width * dpi / DPI), round(height * dpi / DPI)
    turn[:, 2] += (wide / 2 - width / 2 + rng.uniform(-12, 12), high / 2 - height / 2 + rng.uniform(-12, 12))
    soft = cv2.GaussianBlur(page, (0, 0), 0.42 * DPI / dpi)
    table = rng.choice((255, 245, 60))
    out = cv2.warpAffine(soft, turn, (wide, high), flags=cv2.INTER_AREA, borderValue=table)
    dim = rng.uniform(0.82, 1.0)
    noise = np.random.default_rng(rng.getrandbits(32)).normal(0, rng.uniform(1, 5), out.shape)
    grey = np.clip(out * dim + rng.uniform(0, 12) + noise, 0, 255).astype(np.uint8)
    return _jpeg(grey, rng, done), ", ".join(done)


def photographed(page: Grey, rng: random.Random) -> tuple[Grey, str]:
    """Return a page at 300 dpi as a phone takes it: from aside, with a shadow, the table around it."""
    height, width = page.shape
    if rng.random() < 0.3:
        page = _folded(page, rng)
    wide, high = 2300, 3100
    room = 160
    corners = np.array([(room, room), (wide - room, room), (wide - room, high - room), (room, high - room)], np.float32)
    shift = np.array([(rng.uniform(-130, 130), rng.uniform(-130, 130)) for _ in range(4)], np.float32)
    around = np.array([(0, 0), (width, 0), (width, height), (0, height)], np.float32)
    how = cv2.getPerspectiveTransform(around, corners + shift)
    out = cv2.warpPerspective(page, how, (wide, high), flags=cv2.INTER_AREA, borderValue=rng.choice((70, 120)))
    across, down = np.meshgrid(np.linspace(0, 1, wide), np.linspace(0, 1, high))
    angle = rng.uniform(0, 6.28)
    light = 0.78 + 0.2 * np.cos(angle) * (across - 0.5) + 0.2 * np.sin(angle) * (down - 0.5)
    edge = (across - 0.5) * np.cos(angle + 1) + (down - 0.5) * np.sin(angle + 1) - rng.uniform(-0.2, 0.3)
    light *= 1 - rng.uniform(0.15, 0.45) / (1 + np.exp(-edge * 60))
    noise = np.random.default_rng(rng.getrandbits(32)).normal(0, 4, out.shape)
    grey = np.clip(cv2.GaussianBlur(out, (0, 0), rng.uniform(0.6, 1.1)) * light + noise, 0, 255).astype(np.uint8)
    if rng.random() < 0.3:
        grey = np.ascontiguousarray(np.rot90(grey, rng.randint(1, 3)))
    return _jpeg(grey, rng, []), "phone"


def _jpeg(grey: Grey, rng: random.Random, done: list[str]) -> Grey:
    quality = rng.choice((40, 60, 80))
    done.append(f"JPEG {quality}")
    _, content = cv2.imencode(".jpg", grey, [cv2.IMWRITE_JPEG_QUALITY, quality])
    return np.asarray(cv2.imdecode(content, cv2.IMREAD_GRAYSCALE), np.uint8)


def _folded(page: Grey, rng: random.Random) -> Grey:
    """A fold across: what is below it moves by up to a millimetre, and the paper shades along it."""
    height, width = page.shape
    at = rng.uniform(0.25, 0.75) * height
    slant = rng.uniform(-0.03, 0.03)
    across, down = np.meshgrid(np.arange(width, dtype=np.float32), np.arange(height, dtype=np.float32))
    far = down - at - slant * across
    lift = np.exp(-np.abs(far) / (25 * MM))
    move = rng.uniform(-0.9, 0.9) * MM * lift
    out = cv2.remap(page, across, (down + move).astype(np.float32), cv2.INTER_LINEAR, borderValue=255)
    shade = 1 - 0.25 * np.exp(-((far / (1.2 * MM)) ** 2)) - 0.08 * (far > 0) * lift
    return np.clip(out * shade, 0, 255).astype(np.uint8)


def _stained(page: Grey, rng: random.Random) -> Grey:
    """A blot of coffee: a disc with a darker rim."""
    height, width = page.shape
    across, down = np.meshgrid(np.arange(width, dtype=np.float32), np.arange(height, dtype=np.float32))
    radius = rng.uniform(8, 20) * MM
    far = np.hypot(across - rng.uniform(0.2, 0.8) * width, down - rng.uniform(0.2, 0.8) * height)
    rim = np.exp(-(((far - radius) / (1.2 * MM)) ** 2))
    shade = 1 - 0.06 * (1 - np.tanh((far - radius) / 16)) - 0.12 * rim
    return np.clip(page * shade, 0, 255).astype(np.uint8)
