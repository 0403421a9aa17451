/**
 * Trouble that a test or the phones page can cause on one shop's phone.
 *
 * - `drop`: the socket is cut without a word (Baileys reports 428).
 * - `restart`, `replace`, `unlink`: the server ends the stream with 515, 440 or 401; `unlink` also forgets the devices.
 * - `streamError`: any other `stream:error` code.
 * - `refuseLogin`: the next logins are answered with `failure reason`.
 * - `offline`: connections are cut and refused for that long.
 * - `refuseNext`: the next outgoing messages are acknowledged with this error (463 is a restricted account).
 * - `loseAcks`: the next outgoing messages arrive, but their acknowledgement is lost.
 * - `loseReceipts`: the next receipts of the product are lost, so that the server hands over again.
 * - `spoilNext`: the next messages of contacts arrive with broken ciphertext, so that the product asks again.
 * - `slow`: stanzas to this phone's devices take this much longer, until set back to 0.
 */
export type Fault =
  | { kind: 'drop' }
  | { kind: 'restart' }
  | { kind: 'replace' }
  | { kind: 'unlink' }
  | { kind: 'streamError'; code: number }
  | { kind: 'refuseLogin'; reason: number; times?: number }
  | { kind: 'offline'; milliseconds: number }
  | { kind: 'refuseNext'; code: number; times?: number }
  | { kind: 'loseAcks'; times?: number }
  | { kind: 'loseReceipts'; times?: number }
  | { kind: 'spoilNext'; times?: number }
  | { kind: 'slow'; milliseconds: number }
