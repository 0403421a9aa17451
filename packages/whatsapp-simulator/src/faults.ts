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
 * - `loseAnswers`: the same of its acknowledgements, of what gets no receipt: channels, statuses, calls, notifications.
 * - `spoilNext`: the next messages of contacts arrive with broken ciphertext, so that the product asks again.
 * - `replaceLogins`: each of the next logins is followed at once by a 440, as by a rival that connects again and again.
 * - `repeatNext`: the next messages to this phone's devices are delivered twice.
 * - `swapNext`: the next message is held back until the one after it has been delivered.
 * - `skew`: everything sent to this phone's devices is stamped that much later (or earlier), until set back to 0.
 * - `loseMedia`: the next files that are asked for are gone from the media host for ever, answered with this status;
 *   `phoneHasIt: false` says that the sender's phone can't upload them again either.
 * - `holdUploads`: the media host takes files in, and answers whoever uploads them only when they are held no more.
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
