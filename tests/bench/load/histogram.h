/* Counts in buckets that grow with the value, 64 to each power of two: exact to 1.6 %, of fixed size. */
#ifndef HISTOGRAM_H
#define HISTOGRAM_H

#include <stdint.h>
#include <stdio.h>
#include <string.h>

#define SUB_BITS 6
#define SUBS (1u << SUB_BITS)
#define BUCKETS ((64 - SUB_BITS + 1) * SUBS)

struct histogram {
  uint64_t count, sum, min, max;
  uint64_t buckets[BUCKETS];
};

static void histogram_reset(struct histogram *h) {
  memset(h, 0, sizeof *h);
  h->min = UINT64_MAX;
}

static unsigned bucket_of(uint64_t value) {
  if (value < SUBS) return (unsigned)value;
  unsigned shift = 63 - (unsigned)__builtin_clzll(value) - SUB_BITS;
  return (shift + 1) * SUBS + (unsigned)((value >> shift) - SUBS);
}

/* The upper end of a bucket: a figure is never told smaller than it was. */
static uint64_t bucket_top(unsigned bucket) {
  if (bucket < SUBS) return bucket;
  unsigned shift = bucket / SUBS - 1;
  return (((uint64_t)(bucket % SUBS) + SUBS + 1) << shift) - 1;
}

static void histogram_add(struct histogram *h, uint64_t value) {
  h->count++;
  h->sum += value;
  if (value < h->min) h->min = value;
  if (value > h->max) h->max = value;
  h->buckets[bucket_of(value)]++;
}

static uint64_t histogram_at(const struct histogram *h, double share) {
  uint64_t seen = 0, wanted = (uint64_t)(share * (double)h->count);
  for (unsigned i = 0; i < BUCKETS; i++) {
    seen += h->buckets[i];
    if (seen > wanted) return bucket_top(i) < h->max ? bucket_top(i) : h->max;
  }
  return h->max;
}

/* As JSON, in milliseconds; the values are nanoseconds. */
static void histogram_print(const struct histogram *h, const char *name) {
  if (h->count == 0) {
    printf("\"%s\":null", name);
    return;
  }
  printf("\"%s\":{\"count\":%llu,\"min\":%.3f,\"mean\":%.3f,\"p50\":%.3f,\"p90\":%.3f,\"p99\":%.3f,\"max\":%.3f}",
         name, (unsigned long long)h->count, (double)h->min / 1e6,
         (double)h->sum / (double)h->count / 1e6, (double)histogram_at(h, 0.5) / 1e6,
         (double)histogram_at(h, 0.9) / 1e6, (double)histogram_at(h, 0.99) / 1e6,
         (double)h->max / 1e6);
}

#endif
