import { after } from './timers'

interface Paced {
  /** Runs `act` at once. Calls within `milliseconds` of a run cause one further run when that time is over. */
  readonly call: () => void
  readonly stop: () => void
}

export function throttle(milliseconds: number, act: () => void): Paced {
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
