/** Seconds as minutes and seconds: `0:07`, `12:40`. */
export function playbackTimeText(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds))
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`
}

/** Seconds in the recorder's format, with two digits for minutes (CONVO-13): `00:07`, `12:40`. */
export function recorderDurationText(seconds: number): string {
  return playbackTimeText(seconds).padStart(5, '0')
}
