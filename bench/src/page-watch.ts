import type { Page } from 'playwright-core'
import { rounded } from './figures'

/**
 * Frames of more than 50 ms and long tasks from now on, by Chromium's observers: a page that requests each frame would
 * draw sixty a second only for the measurement.
 */
export async function recordFrames(page: Page) {
  const recording = await page.evaluateHandle(() => {
    const durations: Record<string, number[]> = { 'long-animation-frame': [], longtask: [] }
    const observers = Object.entries(durations).map(([type, known]) => {
      const observer = new PerformanceObserver((list) => {
        for (const { duration } of list.getEntries()) known.push(duration)
      })
      observer.observe({ type })
      return observer
    })
    return {
      stop() {
        for (const observer of observers) observer.disconnect()
        return { frames: durations['long-animation-frame'] ?? [], longTasks: durations.longtask ?? [] }
      },
    }
  })
  return {
    async read() {
      const { frames, longTasks } = await recording.evaluate((it) => it.stop())
      return {
        'frames over 50 ms': frames.length,
        'longest of them ms': rounded(Math.max(0, ...frames)),
        'tasks over 50 ms': longTasks.length,
      }
    },
  }
}

/** Milliseconds from a click on the row with this number in the list until text of its conversation is painted. */
export function timeOfClick(page: Page, at: number): Promise<number> {
  return page.evaluate((wanted) => {
    const row = document.querySelectorAll<HTMLElement>('article[data-status="open"] a')[wanted]
    const name = row?.querySelector('span[title]')?.getAttribute('title') ?? ''
    const begin = performance.now()
    row?.click()
    return new Promise<number>((resolve, reject) => {
      const look = (now: number): unknown => {
        if (now - begin > 30_000) return reject(new Error(`The conversation with ${name} did not open`))
        const regions = [...document.querySelectorAll('section[aria-label]')]
        const log = regions.find((one) => one.getAttribute('aria-label')?.includes(name))
        const isThere = log?.querySelector('[data-mine] > article') != null
        // The text is painted before the next frame callback.
        return requestAnimationFrame(isThere ? () => resolve(performance.now() - begin) : look)
      }
      requestAnimationFrame(look)
    })
  }, at)
}

/**
 * Scrolls back by `steps` of 200 pixels, and returns for each how far the visible rows were then from their expected
 * place.
 */
export function recordShifts(page: Page, steps: number): Promise<number[]> {
  return page.evaluate(async (wanted) => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
    const bubble = document.querySelector('[data-mine] > article')
    let box = bubble?.parentElement ?? document.body
    while (box.scrollHeight <= box.clientHeight || getComputedStyle(box).overflowY === 'visible') {
      box = box.parentElement ?? document.body
    }
    const moved: number[] = []
    for (let step = 0; step < wanted; step += 1) {
      box.scrollTop -= 200
      const view = box.getBoundingClientRect()
      const inSight = [...box.querySelectorAll('[data-mine] > article')]
        .map((one) => ({ one, bottom: one.getBoundingClientRect().bottom }))
        .filter(({ bottom }) => bottom > view.top && bottom < view.bottom)
      let most = 0
      for (let turn = 0; turn < 6; turn += 1) {
        await frame()
        for (const { one, bottom } of inSight) {
          if (one.isConnected) most = Math.max(most, Math.abs(one.getBoundingClientRect().bottom - bottom))
        }
      }
      moved.push(most)
    }
    return moved
  }, steps)
}
