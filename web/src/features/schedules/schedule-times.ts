/** One hour from now (SCHED-08), in milliseconds. */
const ahead = 3_600_000

const pad = (value: number) => String(value).padStart(2, '0')

/** A moment as a field of date and time holds it: `2026-11-27T09:00`, in the browser's time zone. */
export function toField(moment: string | number): string {
  const at = new Date(moment)
  const day = `${at.getFullYear()}-${pad(at.getMonth() + 1)}-${pad(at.getDate())}`
  return `${day}T${pad(at.getHours())}:${pad(at.getMinutes())}`
}

/** The moment that the field shows, as the wire holds it. */
export function fromField(written: string): string {
  return new Date(written).toISOString()
}

/** When a new message leaves unless another moment is chosen. */
export function defaultSendAt(now: number): string {
  return toField(now + ahead)
}
