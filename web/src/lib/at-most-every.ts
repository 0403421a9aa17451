import { after } from './timers'

interface Paced {
  /** Something is new. Acts at once, or when `milliseconds` have gone by since the last time: once for all calls between. */
  readonly call: () => void
  readonly stop: () => void
}

export function atMostEvery(milliseconds: number, act: () => void): Paced {
  let isResting = false
  let isCalled = false
  let stopResting: () => void = () => undefined

  function call() {
    isCalled = true
    if (isResting) return
    isCalled = false
    isResting = true
    stopResting = after(milliseconds, () => {
      isResting = false
      if (isCalled) call()
    })
    act()
  }
  return { call, stop: () => stopResting() }
}
