import type { Page } from 'playwright-core'
import { rounded } from './figures'

/** Frames of more than 50 ms and long tasks from now on, as Chromium tells them: a page that asks for each frame draws sixty a
 *  second for the watching alone. */
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

/** Milliseconds from a click on the row with this number in the list until words of its conversation are painted. */
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
        // The frame after the one in which it was found has painted it.
        return requestAnimationFrame(isThere ? () => resolve(performance.now() - begin) : look)
      }
      requestAnimationFrame(look)
    })
  }, at)
}

/** Goes back by `steps` of 200 pixels, and gives for each how far the rows in sight then stood from where they should. */
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
