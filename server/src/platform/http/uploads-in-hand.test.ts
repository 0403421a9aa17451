import type { UserId } from '@balcao/domain/ids'
import { expect, test } from 'vitest'
import { createUploadLimiter, maxConcurrentUploads } from './upload'

const [ana, rui] = [1, 2] as UserId[] // tests choose the ids

/** Uploads that end when the test says so. */
function stalled() {
  const ends: ((error?: Error) => void)[] = []
  const read = () =>
    new Promise<string>((resolve, reject) => {
      ends.push((error) => (error ? reject(error) : resolve('read')))
    })
  return { ends, read }
}

test.each([
  ['read', undefined],
  ['broken off', new Error('the sender hung up')],
])('a user has at most four running uploads, and one more when one is %s', async (_, error) => {
  const uploads = createUploadLimiter()
  const { ends, read } = stalled()
  const first = Array.from({ length: maxConcurrentUploads }, () => uploads.take(ana as UserId, read))

  await expect(uploads.take(ana as UserId, read)).rejects.toMatchObject({ code: 'ERR_TOO_MANY_UPLOADS' })
  await expect(uploads.take(rui as UserId, async () => 'of another')).resolves.toBe('of another')

  ends[0]?.(error)
  await Promise.allSettled(first.slice(0, 1))
  await expect(uploads.take(ana as UserId, async () => 'read')).resolves.toBe('read')
  expect(ends).toHaveLength(maxConcurrentUploads)
})
