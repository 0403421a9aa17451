import { afterEach } from 'vitest'
import { openVisitors } from './browser'

/** After a failed test: prints what each open page showed, its faults, and the last texts on its socket. */
afterEach(async ({ task }) => {
  if (task.result?.state !== 'fail') return
  for (const { page, complaints, received } of openVisitors()) {
    const text = await page
      .locator('body')
      .innerText({ timeout: 5_000 })
      .catch(({ message }: Error) => message)
    const report = [`${page.url()} showed:`, text.slice(0, 2_000), ...complaints, ...received.slice(-5)]
    process.stderr.write(`${report.map((line) => line.slice(0, 2_000)).join('\n  ')}\n`)
  }
})
