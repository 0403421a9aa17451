import type { Clock } from '../../platform/clock'

interface LaneRunnerParts<Lane> {
  readonly clock: Clock
  /** How many lanes run side by side. */
  readonly atOnce: number
  readonly nameOf: (lane: Lane) => string
  /** One step in a lane. Never rejects. `again`: there may be more; otherwise it is done, or rests. */
  readonly takeTurn: (lane: Lane) => Promise<'again' | 'done' | { readonly restMs: number }>
}

/** So that a lane with a long line lets the others have their turn. */
const turnsInARow = 50

/** Runs lanes one step after the other, several side by side. A lane woken while it runs looks once more. */
export function laneRunner<Lane>({ clock, atOnce, nameOf, takeTurn }: LaneRunnerParts<Lane>): {
  wake(lanes: readonly Lane[]): void
  /** Ends after the steps that are being taken. */
  stop(): Promise<void>
} {
  const due = new Map<string, Lane>()
  const running = new Map<string, Promise<void>>()
  const resting = new Map<string, () => void>()
  let isStopping = false

  return {
    wake(lanes) {
      for (const lane of lanes) due.set(nameOf(lane), lane)
      startDue()
    },
    async stop() {
      isStopping = true
      for (const cancel of resting.values()) cancel()
      await Promise.all(running.values())
    },
  }

  function startDue(): void {
    for (const [name, lane] of due) {
      if (isStopping || running.size >= atOnce) return
      if (running.has(name) || resting.has(name)) continue
      due.delete(name)
      running.set(
        name,
        run(name, lane).finally(() => {
          running.delete(name)
          startDue()
        }),
      )
    }
  }

  async function run(name: string, lane: Lane): Promise<void> {
    for (let turn = 0; turn < turnsInARow; turn++) {
      if (isStopping) return
      const outcome = await takeTurn(lane)
      if (outcome === 'done') return
      if (outcome !== 'again') return rest(name, lane, outcome.restMs)
    }
    due.set(name, lane)
  }

  function rest(name: string, lane: Lane, milliseconds: number): void {
    const cancel = clock.after(milliseconds, () => {
      resting.delete(name)
      due.set(name, lane)
      startDue()
    })
    resting.set(name, cancel)
  }
}
