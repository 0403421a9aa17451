import type { CallEnd, SimulatedCall } from '../contact'
import type { Simulator } from '../simulator'
import { optionalText, Refusal } from './answers'
import { type Call, contact, shopOf } from './call'

const RINGS_FOR_MS = 60_000

/** Calls that ring until a page ends them. */
const ringing = new WeakMap<Simulator, Map<string, SimulatedCall>>()

/**
 * Rings at the shop. The call ends at once by `end`, by default `hangUp`; with `later` it continues to ring for a
 * minute.
 */
export function startCallAs(call: Call): string {
  const end = optionalText(call.body, 'end') ?? 'hangUp'
  const finish = end === 'later' ? undefined : ENDS[endFrom(end)]
  const started = contact(call).call(shopOf(call), { video: call.body.video === true })
  if (finish) finish(started)
  else ring(callsOf(call.simulator), started)
  return started.id
}

/** Bounds the ringing, since the page that started it may be closed. */
function ring(calls: Map<string, SimulatedCall>, call: SimulatedCall): void {
  calls.set(call.id, call)
  setTimeout(() => calls.delete(call.id) && call.timeOut(), RINGS_FOR_MS).unref()
}

/** Ends a ringing call. One that has ended retains its outcome. */
export function endCall({ simulator, path, body }: Call): void {
  const finish = ENDS[endFrom(optionalText(body, 'end') ?? 'hangUp')]
  const calls = callsOf(simulator)
  const [id = ''] = path
  const call = calls.get(id)
  if (!call) throw new Refusal(404, `no call ${id} rings`)
  calls.delete(id)
  finish(call)
}

const ENDS: Record<CallEnd, (call: SimulatedCall) => void> = {
  hangUp: (call) => call.hangUp(),
  timeOut: (call) => call.timeOut(),
  answer: (call) => call.answerOnHandset(),
  refuse: (call) => call.refuseOnHandset(),
}

function endFrom(end: string): CallEnd {
  if (end === 'hangUp' || end === 'timeOut' || end === 'answer' || end === 'refuse') return end
  throw new Refusal(400, `no call ends with ${end}`)
}

function callsOf(simulator: Simulator): Map<string, SimulatedCall> {
  const calls = ringing.get(simulator) ?? new Map<string, SimulatedCall>()
  ringing.set(simulator, calls)
  return calls
}
