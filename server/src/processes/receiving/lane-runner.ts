import type { Clock } from '../../platform/clock'

interface LaneRunnerParts<Lane> {
  readonly clock: Clock
  /** How many lanes of one owner run side by side. Between owners the turns of acts decide. */
  readonly atOnceOfOwner: number
  readonly nameOf: (lane: Lane) => string
  readonly ownerOf: (lane: Lane) => number
  /** One step in a lane. Never rejects. `again`: there may be more; otherwise it is done, or rests. */
  readonly takeTurn: (lane: Lane) => Promise<'again' | 'done' | { readonly restMs: number }>
}

/** So that a lane with a long line lets the others of its owner have their turn. */
const turnsInARow = 10

/** Runs lanes one step after the other, several side by side. A lane woken while it runs looks once more. */
export function laneRunner<Lane>(parts: LaneRunnerParts<Lane>): {
  wake(lanes: readonly Lane[]): void
  /** Ends after the steps that are being taken. */
  stop(): Promise<void>
} {
  const { clock, atOnceOfOwner, nameOf, ownerOf, takeTurn } = parts
  /** By owner, so that one with many lanes costs the others nothing. */
  const due = new Map<number, Map<string, Lane>>()
  const running = new Map<string, Promise<void>>()
  const runningOf = new Map<number, number>()
  const resting = new Map<string, () => void>()
  let isStopping = false

  return {
    wake(lanes) {
      for (const lane of lanes) makeDue(lane)
      for (const owner of new Set(lanes.map(ownerOf))) startDue(owner)
    },
    async stop() {
      isStopping = true
      for (const cancel of resting.values()) cancel()
      await Promise.all(running.values())
    },
  }

  function makeDue(lane: Lane): void {
    const owner = ownerOf(lane)
    const lanes = due.get(owner) ?? new Map<string, Lane>()
    due.set(owner, lanes.set(nameOf(lane), lane))
  }

  function startDue(owner: number): void {
    const lanes = due.get(owner)
    for (const [name, lane] of lanes ?? []) {
      const atWork = runningOf.get(owner) ?? 0
      if (isStopping || atWork >= atOnceOfOwner) return
      if (running.has(name) || resting.has(name)) continue
      lanes?.delete(name)
      runningOf.set(owner, atWork + 1)
      running.set(
        name,
        run(lane).finally(() => ended(owner, name)),
      )
    }
    if (lanes?.size === 0) due.delete(owner)
  }

  function ended(owner: number, name: string): void {
    running.delete(name)
    const atWork = (runningOf.get(owner) ?? 1) - 1
    if (atWork === 0) runningOf.delete(owner)
    else runningOf.set(owner, atWork)
    startDue(owner)
  }

  async function run(lane: Lane): Promise<void> {
    for (let turn = 0; turn < turnsInARow; turn++) {
      if (isStopping) return
      const outcome = await takeTurn(lane)
      if (outcome === 'done') return
      if (outcome !== 'again') return rest(lane, outcome.restMs)
    }
    makeDue(lane)
  }

  function rest(lane: Lane, milliseconds: number): void {
    const name = nameOf(lane)
    const cancel = clock.after(milliseconds, () => {
      resting.delete(name)
      makeDue(lane)
      startDue(ownerOf(lane))
    })
    resting.set(name, cancel)
  }
}
