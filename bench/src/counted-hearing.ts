/** Records which listener has received which numbered message, and when the last one did. */
export interface CountedHearing {
  hear(listener: number, packet: string): void
  /** Milliseconds (`performance.now`) at which the last listener received it; undefined while one has not. */
  atLast(number: number): number | undefined
  /** Resolves when all listeners have received this one. */
  byAll(number: number): Promise<void>
  /** Resolves when all listeners have received all of these, or after the time limit. */
  complete(numbers: number, patienceMs: number): Promise<void>
  /** Messages that a listener missed, and messages that one received twice. */
  faults(numbers: number): { missed: number; repeated: number }
}

/** Texts of a bench contain their number: `#12#`. */
export const numbered = (number: number) => `#${number}#`
const mark = /#(\d+)#/

export function countedHearing(listeners: number): CountedHearing {
  const inbound = Array.from({ length: listeners }, () => new Map<number, number>())
  const times = new Map<number, number>()
  const last = new Map<number, number>()
  const waiting = new Map<number, () => void>()
  let wanted = Number.POSITIVE_INFINITY
  let done = () => {}

  return {
    hear(listener, packet) {
      // The contract's names for a new message: ticks and lists are published besides.
      if (!packet.includes('-appMessage"') || !packet.includes('"action":"create"')) return
      const number = Number(mark.exec(packet)?.[1] ?? Number.NaN)
      if (Number.isNaN(number)) return
      const mine = inbound[listener]
      mine?.set(number, (mine.get(number) ?? 0) + 1)
      const count = (times.get(number) ?? 0) + 1
      times.set(number, count)
      if (count !== listeners) return
      last.set(number, performance.now())
      waiting.get(number)?.()
      waiting.delete(number)
      if (last.size >= wanted) done()
    },
    atLast: (number) => last.get(number),
    byAll: (number) =>
      last.has(number) ? Promise.resolve() : new Promise((resolve) => waiting.set(number, resolve)),
    async complete(numbers, patienceMs) {
      if (last.size >= numbers) return
      await new Promise<void>((resolve) => {
        const giveUp = setTimeout(resolve, patienceMs)
        wanted = numbers
        done = () => {
          clearTimeout(giveUp)
          resolve()
        }
      })
    },
    faults(numbers) {
      const all = [...inbound.values()]
      const repeated = all.reduce(
        (sum, one) => sum + [...one.values()].reduce((more, count) => more + count - 1, 0),
        0,
      )
      return { missed: all.reduce((sum, one) => sum + numbers - one.size, 0), repeated }
    },
  }
}
