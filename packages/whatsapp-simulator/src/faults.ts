/**
 * Faults that a test or the phones page can cause on one shop's phone.
 *
 * - `drop`: the socket is terminated without a closing stanza (Baileys reports 428).
 * - `restart`, `replace`, `unlink`: the server ends the stream with 515, 440 or 401; `unlink` also deletes the devices.
 * - `streamError`: any other `stream:error` code.
 * - `refuseLogin`: the next logins are answered with `failure reason`.
 * - `offline`: connections are closed and refused for that long.
 * - `refuseNext`: the next outgoing messages are acknowledged with this error (463 is a restricted account).
 * - `loseAcks`: the next outgoing messages arrive, but their acknowledgement is lost.
 * - `loseReceipts`: the next receipts of the product are lost, so that the server delivers again.
 * - `loseAnswers`: the same for its acknowledgements of stanzas without receipts: channels, statuses, calls, notifications.
 * - `spoilNext`: the next messages of contacts arrive with broken ciphertext, so that the product requests them again.
 * - `replaceLogins`: each of the next logins is followed at once by a 440, as by a rival that reconnects each time.
 * - `repeatNext`: the next messages to this phone's devices are delivered twice.
 * - `swapNext`: the next message is delivered after the one that follows it.
 * - `skew`: everything sent to this phone's devices is stamped that much later (or earlier), until set back to 0.
 * - `loseMedia`: the next requested files are permanently missing from the media host, answered with this status;
 *   `phoneHasIt: false` means that the sender's phone cannot upload them again either.
 * - `holdUploads`: the media host stores uploads, and answers them only once they are released.
 * - `challenge`: the owner of a linked number is asked for an identity check, over a `mex` notification.
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
  | { kind: 'loseAnswers'; times?: number }
  | { kind: 'spoilNext'; times?: number }
  | { kind: 'replaceLogins'; times?: number }
  | { kind: 'repeatNext'; times?: number }
  | { kind: 'swapNext'; times?: number }
  | { kind: 'skew'; milliseconds: number }
  | { kind: 'loseMedia'; status: 404 | 410; times?: number; phoneHasIt?: boolean }
  | { kind: 'holdUploads'; isHeld: boolean }
  | { kind: 'challenge'; check: 'PASSKEY' | 'CAPTCHA' }
  | { kind: 'slow'; milliseconds: number }
