import type { PostgresSettings } from './postmaster'

const MB = 2 ** 20
const SMALLEST_BUFFERS_MB = 128 // PostgreSQL's own
const LARGEST_BUFFERS_MB = 1024

/**
 * PostgreSQL's settings for a machine with so many bytes of memory, which product and operating system share: an eighth
 * as buffers, from 128 MB to 1 GB. The write-ahead log between two checkpoints is twice as long, because each page is
 * written whole after a checkpoint; a longer one would take its time and disk at a recovery.
 */
export function memorySettings(machineBytes: number): PostgresSettings {
  const machineMb = Math.floor(machineBytes / MB)
  const buffersMb = Math.min(Math.max(Math.floor(machineMb / 8), SMALLEST_BUFFERS_MB), LARGEST_BUFFERS_MB)
  return {
    shared_buffers: `${buffersMb}MB`,
    // What the planner may expect in the operating system's cache.
    effective_cache_size: `${Math.max(Math.floor(machineMb / 2), 2 * SMALLEST_BUFFERS_MB)}MB`,
    max_wal_size: `${Math.max(2 * buffersMb, 1024)}MB`,
    checkpoint_timeout: '15min',
  }
}
