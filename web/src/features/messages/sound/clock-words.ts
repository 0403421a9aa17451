/** Seconds as `0:07`, `12:40`. */
export function clockWords(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds))
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`
}

/** Seconds as `00:07`, `12:40`, in the format of the recorder (CONVO-13). */
export function recorderClock(seconds: number): string {
  return clockWords(seconds).padStart(5, '0')
}
