/** The gate between the simulator and its products' sockets: a kill must not make a sent stanza untrue. */
export interface WayOut {
  /** Nothing is sent while a stanza is handled: its effects and its answers are one unit. */
  closedDuring(take: () => Promise<void>): Promise<void>
  /** In order; at once unless closed. */
  leave(go: () => void): void
  /** Sets a function that runs before each send. Without it the gate is always open. */
  keepBeforeLeaving(keep: () => void): void
}

export function openWayOut(): WayOut {
  let keep: (() => void) | undefined
  const waiting: (() => void)[] = []
  let beingTaken = 0
  let isLettingOut = false

  function letOut(): void {
    if (beingTaken > 0 || isLettingOut) return
    isLettingOut = true
    while (waiting.length > 0) {
      keep?.()
      for (const go of waiting.splice(0)) go()
    }
    isLettingOut = false
  }

  return {
    async closedDuring(take) {
      beingTaken++
      try {
        await take()
      } finally {
        beingTaken--
        letOut()
      }
    },
    leave(go) {
      if (keep === undefined) return go()
      waiting.push(go)
      letOut()
    },
    keepBeforeLeaving(wanted) {
      keep = wanted
    },
  }
}
