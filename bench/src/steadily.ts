import { setTimeout as pause } from 'node:timers/promises'

/**
 * Runs an act so many times a second for so long, or until `isOver`, without waiting for the earlier ones, as people
 * do. Resolves when all are done, with their results; rejects with the first failure.
 */
export async function steadily<T>(
  {
    perSecond,
    seconds,
    isOver = () => false,
    isScattered = false,
  }: {
    readonly perSecond: number
    readonly seconds: number
    readonly isOver?: (() => boolean) | undefined
    /**
     * Each at a random moment of its interval, so that several series collide no more often than independent people.
     */
    readonly isScattered?: boolean
  },
  act: (at: number) => Promise<T>,
): Promise<T[]> {
  const begin = performance.now()
  const results: Promise<T>[] = []
  let failure: { readonly cause: unknown } | undefined
  for (let at = 0; at < perSecond * seconds && failure === undefined && !isOver(); at++) {
    const turn = isScattered ? at + Math.random() : at
    await pause(Math.max(0, begin + (turn / perSecond) * 1000 - performance.now()))
    const result = act(at)
    result.catch((cause) => {
      failure ??= { cause }
    })
    results.push(result)
  }
  return Promise.all(results)
}
