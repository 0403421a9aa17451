/** What stands between the simulator and its products' sockets, so that nothing is said that a kill would make untrue. */
export interface WayOut {
  /** While a stanza is being taken nothing leaves: its effects and the answers to it are one. */
  closedDuring(take: () => Promise<void>): Promise<void>
  /** In order; at once unless closed. */
  leave(go: () => void): void
  /** From now on this is done before anything leaves. Without it the way out is always open. */
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
