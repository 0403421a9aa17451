/** Seconds as minutes and seconds: `0:07`, `12:40`. */
export function clockText(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds))
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`
}

/** Seconds in the recorder's format, with two digits for minutes (CONVO-13): `00:07`, `12:40`. */
export function recorderClockText(seconds: number): string {
  return clockText(seconds).padStart(5, '0')
}
