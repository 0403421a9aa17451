import { limits } from '@balcao/domain/limits'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { fakeCaches } from '../../testing/fake-caches'
import { userId } from '../../testing/makers'
import { keepShare, readShare, shareName, takeShare, waitingShares } from './kept-shares'
import { handSharesTo } from './whose-shares'

const ana = userId(1)
const rui = userId(2)
const now = Date.parse('2026-11-23T10:00:00Z')
let device: ReturnType<typeof fakeCaches>

beforeEach(() => {
  device = fakeCaches()
})

/** As a browser posts a form: a text, and these files. */
function posted(text: string, ...files: readonly File[]): Request {
  const form = new FormData()
  form.append('text', text)
  for (const file of files) form.append('files', file)
  return new Request('http://localhost/share/arrival', { method: 'POST', body: form })
}
async function kept(text: string, at = now): Promise<string> {
  const outcome = await keepShare(posted(text), at)
  if ('problem' in outcome) throw new Error(outcome.problem)
  return outcome.id
}
const textOf = async (id: string) => (await readShare(id))?.text
const waitingFor = async (person: typeof ana, at = now) =>
  (await waitingShares(person, at)).map(({ id }) => id)

describe('LOOK what is shared waits in the browser', () => {
  it('as it came: words, and files with their names and kinds', async () => {
    const photo = new File(['jpg'], 'sofa.jpg', { type: 'image/jpeg' })
    const outcome = await keepShare(posted('Este aqui', photo), now)

    const [waiting] = await waitingShares(ana, now)

    expect(outcome).toEqual({ id: waiting?.id })
    expect(waiting?.at).toBe(now)
    const share = await readShare(waiting?.id ?? '')
    expect(share?.text).toBe('Este aqui')
    expect(share?.files.map(({ name, type, size }) => ({ name, type, size }))).toEqual([
      { name: 'sofa.jpg', type: 'image/jpeg', size: 3 },
    ])
  })

  it('and is called by its first file, else by its first words, else by nothing', async () => {
    const first = new File([new Uint8Array(200_000)], 'sofa.jpg')
    const named = async (request: Request) => {
      const outcome = await keepShare(request, now)
      return shareName('id' in outcome ? outcome.id : '')
    }

    expect(await named(posted('Este aqui', first, new File(['pdf'], 'oferta.pdf')))).toBe('sofa.jpg')
    expect(await named(posted('Este aqui\nou aquele'))).toBe('Este aqui')
    expect(await named(posted('a'.repeat(200_000)))).toMatch(/^a+$/)
    expect(await named(posted(''))).toBeNull()
    expect(await named(new Request('http://localhost/', { method: 'POST', body: 'no form' }))).toBeNull()
  })

  it('of a stranger’s post no more than a page can show: one part of each name, and so many files', async () => {
    const form = new FormData()
    for (const text of ['o primeiro', 'outro', 'mais um']) form.append('text', text)
    for (let at = 0; at <= limits.share.files; at++) form.append('files', new File(['jpg'], `${at}.jpg`))
    const outcome = await keepShare(
      new Request('http://localhost/share/arrival', { method: 'POST', body: form }),
      now,
    )

    const share = await readShare('id' in outcome ? outcome.id : '')

    expect(share).toMatchObject({ text: 'o primeiro', isCut: true })
    expect(share?.files.map(({ name }) => name)).toEqual(
      Array.from({ length: limits.share.files }, (_, at) => `${at}.jpg`),
    )
  })

  it('each by itself, the newest first, and is taken once', async () => {
    const first = await kept('o primeiro', now)
    const second = await kept('o segundo', now + 1_000)

    expect(await waitingFor(ana)).toEqual([second, first])
    expect([await takeShare(second), await takeShare(second)]).toEqual([true, false])
    expect(await waitingFor(ana)).toEqual([first])
    expect([await textOf(first), await readShare(second)]).toEqual(['o primeiro', null])
  })

  it('for a day', async () => {
    const early = await kept('ontem')
    const late = await kept('hoje', now + 60_000)

    expect(await waitingFor(ana, now + limits.share.keptFor + 1)).toEqual([late])
    expect(await readShare(early)).toBeNull()
  })

  it('until there are ten; the next one is told so, and none of the ten goes', async () => {
    for (let count = 0; count < limits.share.waiting; count++) await kept(`o ${count}º`)

    expect(await keepShare(posted('um a mais'), now)).toEqual({ problem: 'tooMany' })
    expect(await waitingFor(ana)).toHaveLength(limits.share.waiting)
  })

  it('unless it is larger as a whole than any phone should hold, or the device is full', async () => {
    const { headers, blob } = posted('grande')
    const piece = new Uint8Array(limits.share.bytes / 4 + 1)
    const large = new ReadableStream<Uint8Array<ArrayBuffer>>({
      start(body) {
        for (let count = 0; count < 4; count++) body.enqueue(piece)
        body.close()
      },
    })

    expect(await keepShare({ body: large, headers, blob }, now)).toEqual({ problem: 'tooLarge' })
    device.isFull = true
    expect(await keepShare(posted('pequeno'), now)).toEqual({ problem: 'full' })
    expect(await waitingFor(ana)).toEqual([])
  })
})

describe('LOOK what is shared is one person’s', () => {
  it('of whoever signs in next, when it was shared before', async () => {
    const id = await kept('antes de entrar')

    expect(await waitingFor(ana)).toEqual([id])
  })

  it('another person who signs in finds none of it', async () => {
    const id = await kept('da Ana')
    await handSharesTo(ana)

    await handSharesTo(rui)

    expect(await readShare(id)).toBeNull()
    expect(await waitingFor(rui)).toEqual([])
  })

  it('a page that Rui opens does not show it either, should nobody have been told of him', async () => {
    await kept('da Ana')
    await handSharesTo(ana)

    expect(await waitingFor(rui)).toEqual([])
  })

  it('who is still here keeps it; who signs out does not', async () => {
    const id = await kept('da Ana')
    await handSharesTo(ana)
    await handSharesTo(ana)
    expect(await waitingFor(ana)).toEqual([id])

    await handSharesTo(null)

    expect(await waitingFor(ana)).toEqual([])
  })

  it('where nothing was ever shared, nothing is kept of who is here', async () => {
    await handSharesTo(ana)

    expect(await caches.has('shares')).toBe(false)
  })

  it('a page without https has no place for it', async () => {
    vi.unstubAllGlobals()

    await handSharesTo(ana)

    expect(await waitingShares(ana, now)).toEqual([])
  })
})
