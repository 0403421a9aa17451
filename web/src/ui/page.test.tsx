import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import '../lib/i18n/i18n'
import { measureElements } from '../testing/measured-elements'
import { ListPageLayout } from './page'

afterEach(cleanup)

const more = { hasNextPage: true, isFetching: false, isFetchNextPageError: false, isFetchingNextPage: false }

function show(state: Partial<typeof more>, height: { readonly box: number; readonly rows: number }) {
  const restore = measureElements({
    clientHeight: { get: () => height.box },
    scrollHeight: { get: () => height.rows },
  })
  const fetchNextPage = vi.fn()
  const page = (now: Partial<typeof more>) => (
    <ListPageLayout list={{ ...more, ...now, fetchNextPage }}>
      <p>Ana Lima</p>
    </ListPageLayout>
  )
  const { rerender } = render(page(state))
  return { fetchNextPage, becomes: (now: Partial<typeof more>) => rerender(page(now)), restore }
}

it('GEN-11 rows that do not fill the page load the next ones without a scroll, to the end', () => {
  const { fetchNextPage, becomes, restore } = show({ isFetching: true }, { box: 900, rows: 900 })
  expect(fetchNextPage).not.toHaveBeenCalled()

  becomes({})
  expect(fetchNextPage).toHaveBeenCalledTimes(1)
  becomes({ isFetching: true, isFetchingNextPage: true })
  becomes({ hasNextPage: false })

  expect(fetchNextPage).toHaveBeenCalledTimes(1)
  restore()
})

it('GEN-11 rows that fill the page wait for a scroll to within 100 px of their end', () => {
  const { fetchNextPage, restore } = show({}, { box: 900, rows: 2_000 })
  const page = screen.getByText('Ana Lima').parentElement as HTMLElement
  const scrollTo = (scrollTop: number) => fireEvent.scroll(Object.assign(page, { scrollTop }))

  scrollTo(999)
  expect(fetchNextPage).not.toHaveBeenCalled()
  scrollTo(1_000)

  expect(fetchNextPage).toHaveBeenCalledTimes(1)
  restore()
})

it('GEN-11 shows below the last row that more is loading', () => {
  const { restore } = show({ isFetching: true, isFetchingNextPage: true }, { box: 900, rows: 2_000 })

  expect(screen.getByRole('status').textContent).toBe('Carregando mais…')
  restore()
})

it('GEN-11 a failed page is reported and retried by its button, not automatically', () => {
  const { fetchNextPage, restore } = show({ isFetchNextPageError: true }, { box: 900, rows: 900 })
  expect(screen.getByRole('alert').textContent).toContain('O resto da lista não veio.')
  expect(fetchNextPage).not.toHaveBeenCalled()

  fireEvent.click(screen.getByRole('button', { name: 'Tentar de novo' }))

  expect(fetchNextPage).toHaveBeenCalledTimes(1)
  restore()
})
