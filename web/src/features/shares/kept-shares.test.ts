import { limits } from '@balcao/domain/limits'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { fakeCaches } from '../../testing/fake-caches'
import { userId } from '../../testing/makers'
import { deleteShare, readShareContent, readShareName, readWaitingShares, storeShare } from './kept-shares'
import { assignSharesTo } from './whose-shares'

const ana = userId(1)
const rui = userId(2)
const now = Date.parse('2026-11-23T10:00:00Z')
let device: ReturnType<typeof fakeCaches>

beforeEach(() => {
  device = fakeCaches()
})

/** A form as a browser posts it: a text, and these files. */
function posted(text: string, ...files: readonly File[]): Request {
  const form = new FormData()
  form.append('text', text)
  for (const file of files) form.append('files', file)
  return new Request('http://localhost/share/arrival', { method: 'POST', body: form })
}
async function kept(text: string, at = now): Promise<string> {
  const outcome = await storeShare(posted(text), at)
  if ('problem' in outcome) throw new Error(outcome.problem)
  return outcome.id
}
const textOf = async (id: string) => (await readShareContent(id))?.text
const waitingFor = async (person: typeof ana, at = now) =>
  (await readWaitingShares(person, at)).map(({ id }) => id)

describe('LOOK a share waits in the browser', () => {
  it('unchanged: its text, and files with their names and types', async () => {
    const photo = new File(['jpg'], 'sofa.jpg', { type: 'image/jpeg' })
    const outcome = await storeShare(posted('Este aqui', photo), now)

    const [waiting] = await readWaitingShares(ana, now)

    expect(outcome).toEqual({ id: waiting?.id })
    expect(waiting?.at).toBe(now)
    const share = await readShareContent(waiting?.id ?? '')
    expect(share?.text).toBe('Este aqui')
    expect(share?.files.map(({ name, type, size }) => ({ name, type, size }))).toEqual([
      { name: 'sofa.jpg', type: 'image/jpeg', size: 3 },
    ])
  })

  it('named by its first file, else by its first words, else without a name', async () => {
    const first = new File([new Uint8Array(200_000)], 'sofa.jpg')
    const named = async (request: Request) => {
      const outcome = await storeShare(request, now)
      return readShareName('id' in outcome ? outcome.id : '')
    }

    expect(await named(posted('Este aqui', first, new File(['pdf'], 'oferta.pdf')))).toBe('sofa.jpg')
    expect(await named(posted('Este aqui\nou aquele'))).toBe('Este aqui')
    expect(await named(posted('a'.repeat(200_000)))).toMatch(/^a+$/)
    expect(await named(posted(''))).toBeNull()
    expect(await named(new Request('http://localhost/', { method: 'POST', body: 'no form' }))).toBeNull()
  })

  it('limited to what a page can show, because a foreign site may post too', async () => {
    const form = new FormData()
    for (const text of ['o primeiro', 'outro', 'mais um']) form.append('text', text)
    for (let at = 0; at <= limits.share.files; at++) form.append('files', new File(['jpg'], `${at}.jpg`))
    const outcome = await storeShare(
      new Request('http://localhost/share/arrival', { method: 'POST', body: form }),
      now,
    )

    const share = await readShareContent('id' in outcome ? outcome.id : '')

    expect(share).toMatchObject({ text: 'o primeiro', isCut: true })
    expect(share?.files.map(({ name }) => name)).toEqual(
      Array.from({ length: limits.share.files }, (_, at) => `${at}.jpg`),
    )
  })

  it('separately, newest first, and is taken once', async () => {
    const first = await kept('o primeiro', now)
    const second = await kept('o segundo', now + 1_000)

    expect(await waitingFor(ana)).toEqual([second, first])
    expect([await deleteShare(second), await deleteShare(second)]).toEqual([true, false])
    expect(await waitingFor(ana)).toEqual([first])
    expect([await textOf(first), await readShareContent(second)]).toEqual(['o primeiro', null])
  })

  it('for a day', async () => {
    const early = await kept('ontem')
    const late = await kept('hoje', now + 60_000)

    expect(await waitingFor(ana, now + limits.share.keptFor + 1)).toEqual([late])
    expect(await readShareContent(early)).toBeNull()
  })

  it('until there are ten; an eleventh is refused, and the ten remain', async () => {
    for (let count = 0; count < limits.share.waiting; count++) await kept(`o ${count}º`)

    expect(await storeShare(posted('um a mais'), now)).toEqual({ problem: 'tooMany' })
    expect(await waitingFor(ana)).toHaveLength(limits.share.waiting)
  })

  it('unless it exceeds the limit, or the device is full', async () => {
    const { headers, blob } = posted('grande')
    const piece = new Uint8Array(limits.share.bytes / 4 + 1)
    const large = new ReadableStream<Uint8Array<ArrayBuffer>>({
      start(body) {
        for (let count = 0; count < 4; count++) body.enqueue(piece)
        body.close()
      },
    })

    expect(await storeShare({ body: large, headers, blob }, now)).toEqual({ problem: 'tooLarge' })
    device.isFull = true
    expect(await storeShare(posted('pequeno'), now)).toEqual({ problem: 'full' })
    expect(await waitingFor(ana)).toEqual([])
  })
})

describe('LOOK a share belongs to one person', () => {
  it('the next one to sign in, when it was shared before', async () => {
    const id = await kept('antes de entrar')

    expect(await waitingFor(ana)).toEqual([id])
  })

  it('another person who signs in finds none of it', async () => {
    const id = await kept('da Ana')
    await assignSharesTo(ana)

    await assignSharesTo(rui)

    expect(await readShareContent(id)).toBeNull()
    expect(await waitingFor(rui)).toEqual([])
  })

  it("another person's page does not show it before the sign-in is recorded", async () => {
    await kept('da Ana')
    await assignSharesTo(ana)

    expect(await waitingFor(rui)).toEqual([])
  })

  it('remains for its owner, and is deleted on sign-out', async () => {
    const id = await kept('da Ana')
    await assignSharesTo(ana)
    await assignSharesTo(ana)
    expect(await waitingFor(ana)).toEqual([id])

    await assignSharesTo(null)

    expect(await waitingFor(ana)).toEqual([])
  })

  it('without a share no owner is stored', async () => {
    await assignSharesTo(ana)

    expect(await caches.has('shares')).toBe(false)
  })

  it('a page without https has no cache', async () => {
    vi.unstubAllGlobals()

    await assignSharesTo(ana)

    expect(await readWaitingShares(ana, now)).toEqual([])
  })
})
