/* Websocket frames: those that come in parts, and those a client sends. */
#ifndef FRAMES_H
#define FRAMES_H

#include <stdint.h>
#include <string.h>

/* Of a frame only the beginning is looked at; what follows is counted and let go. */
#define PEEK 512
#define MAX_HEADER 10

struct frame {
  unsigned opcode;
  unsigned header;
  uint64_t payload;
};

/* How many bytes are wanted to look at the frame that begins here; fills `f` once its header is whole. */
static uint64_t frame_wants(const uint8_t *p, uint64_t n, struct frame *f) {
  f->header = 0;
  if (n < 2) return 2;
  unsigned len = p[1] & 127u;
  unsigned header = len == 126 ? 4 : len == 127 ? 10 : 2;
  if (n < header) return header;
  f->payload = len;
  if (len >= 126) {
    f->payload = 0;
    for (unsigned i = 2; i < header; i++) f->payload = f->payload << 8 | p[i];
  }
  f->opcode = p[0] & 15u;
  f->header = header;
  return header + (f->payload < PEEK ? f->payload : PEEK);
}

/* A client masks what it sends; a mask of zeros leaves it readable. Returns the length. */
static unsigned frame_make(uint8_t *out, unsigned opcode, const void *payload, unsigned length) {
  unsigned at = 2;
  out[0] = (uint8_t)(0x80u | opcode);
  if (length < 126) {
    out[1] = (uint8_t)(0x80u | length);
  } else {
    out[1] = 0x80u | 126u;
    out[2] = (uint8_t)(length >> 8);
    out[3] = (uint8_t)length;
    at = 4;
  }
  memset(out + at, 0, 4);
  memcpy(out + at + 4, payload, length);
  return at + 4 + length;
}

#endif
