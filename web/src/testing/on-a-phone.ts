import { onTestFinished } from 'vitest'

/** What happy-dom adds to the window. */
interface HappyWindow {
  readonly happyDOM: { setViewport(size: { width: number }): void }
}

/** A screen of 390 px until the test ends. */
export function onAPhone(): void {
  onAScreenOf(390)
}

/** A laptop at 200 % zoom: too narrow for list and conversation, too wide for a phone. */
export function onALargePage(): void {
  onAScreenOf(640)
}

/** An upright tablet. */
export function onATablet(): void {
  onAScreenOf(768)
}

/** A screen with room for list, conversation and contact. */
export function onAWideScreen(): void {
  onAScreenOf(1440)
}

function onAScreenOf(width: number): void {
  const { happyDOM } = window as unknown as HappyWindow // the tests run in happy-dom
  const { innerWidth } = window
  happyDOM.setViewport({ width })
  onTestFinished(() => happyDOM.setViewport({ width: innerWidth }))
}
