import { onTestFinished } from 'vitest'

/** What happy-dom adds to the window. */
interface HappyWindow {
  readonly happyDOM: { setViewport(size: { width: number }): void }
}

/** A screen of 390 px until the test ends. */
export function onAPhone(): void {
  onAScreenOf(390)
}

/** A laptop whose page is shown twice as large: too narrow for list and conversation, too wide for a phone. */
export function onALargePage(): void {
  onAScreenOf(640)
}

/** A tablet held upright. */
export function onATablet(): void {
  onAScreenOf(768)
}

/** One with room for list, conversation and contact side by side. */
export function onAWideScreen(): void {
  onAScreenOf(1440)
}

function onAScreenOf(width: number): void {
  const { happyDOM } = window as unknown as HappyWindow // the tests run in happy-dom
  const { innerWidth } = window
  happyDOM.setViewport({ width })
  onTestFinished(() => happyDOM.setViewport({ width: innerWidth }))
}
