import type { Fault } from '../faults'
import { optionalNumber, Refusal, textOf } from './answers'

/** Parses a fault from a request: its `kind` and the number of that kind. */
export function faultFrom(body: Record<string, unknown>): Fault {
  const kind = textOf(body, 'kind')
  const times = optionalNumber(body, 'times')
  const often = times === undefined ? {} : { times }
  switch (kind) {
    case 'drop':
    case 'restart':
    case 'replace':
    case 'unlink':
      return { kind }
    case 'streamError':
      return { kind, code: numberOf(body, 'code') }
    case 'refuseNext':
      return { kind, code: numberOf(body, 'code'), ...often }
    case 'refuseLogin':
      return { kind, reason: numberOf(body, 'reason'), ...often }
    case 'offline':
    case 'slow':
      return { kind, milliseconds: numberOf(body, 'milliseconds') }
    case 'skew':
      return { kind, milliseconds: signedNumberOf(body, 'milliseconds') }
    case 'loseMedia':
      return {
        kind,
        status: body.status === 410 ? 410 : 404,
        phoneHasIt: body.phoneHasIt !== false,
        ...often,
      }
    case 'holdUploads':
      return { kind, isHeld: body.isHeld !== false }
    case 'challenge':
      return { kind, check: body.check === 'CAPTCHA' ? 'CAPTCHA' : 'PASSKEY' }
    case 'loseAcks':
    case 'loseReceipts':
    case 'loseAnswers':
    case 'spoilNext':
    case 'replaceLogins':
    case 'repeatNext':
    case 'swapNext':
      return { kind, ...often }
    default:
      throw new Refusal(400, `no fault is called ${kind}`)
  }
}

/** A clock may be wrong in both directions. */
function signedNumberOf(body: Record<string, unknown>, name: string): number {
  const value = body[name]
  if (typeof value !== 'number' || !Number.isInteger(value)) throw new Refusal(400, `${name} must be whole`)
  return value
}

function numberOf(body: Record<string, unknown>, name: string): number {
  const value = optionalNumber(body, name)
  if (value === undefined) throw new Refusal(400, `${name} must be a whole number`)
  return value
}
