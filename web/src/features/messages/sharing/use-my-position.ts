import { useState } from 'react'
import type { Coordinates } from './place'

type PositionProblem = 'refused' | 'unknown'

const patienceMilliseconds = 15_000

/** Asks the browser for this person's position; the browser asks the person first. */
export function useMyPosition(onFound: (found: Coordinates) => void) {
  const [isSearching, setSearching] = useState(false)
  const [problem, setProblem] = useState<PositionProblem | null>(null)

  function find(): void {
    setProblem(navigator.geolocation === undefined ? 'unknown' : null)
    if (navigator.geolocation === undefined) return
    setSearching(true)
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        setSearching(false)
        onFound({ latitude: coords.latitude, longitude: coords.longitude })
      },
      ({ code, PERMISSION_DENIED }) => {
        setSearching(false)
        setProblem(code === PERMISSION_DENIED ? 'refused' : 'unknown')
      },
      { enableHighAccuracy: true, timeout: patienceMilliseconds },
    )
  }
  return { find, isSearching, problem }
}
