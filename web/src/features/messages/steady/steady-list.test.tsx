import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { createRef } from 'react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { measureElements } from '../../../testing/measured-elements'
import type { Target } from './reading-place'
import { SteadyList, type View } from './steady-list'

/** A layout of the least kind, since happy-dom has none: rows stand below each other, in a view of 500 pixels. */
const usualHeight = 500
let viewHeight = usualHeight
const scrolled = new WeakMap<Element, number>()
let unmeasure: () => void = () => undefined

beforeEach(() => {
  const heightOf = (element: Element): number => {
    const own = element.querySelector<HTMLElement>('[data-height]')?.dataset.height
    return Number(own ?? Number.parseFloat((element as HTMLElement).style.height || '0')) // every element here is one
  }
  const content = (box: Element) => [...(box.firstElementChild?.children ?? [])]
  const total = (box: Element) =>
    Math.max(
      viewHeight,
      content(box).reduce((sum, row) => sum + heightOf(row), 0),
    )
  const most = (box: Element) => total(box) - viewHeight
  unmeasure = measureElements({
    clientHeight: { get: () => viewHeight },
    scrollHeight: {
      get(this: Element) {
        return total(this)
      },
    },
    scrollTop: {
      get(this: Element) {
        return Math.min(scrolled.get(this) ?? 0, most(this))
      },
      set(this: Element, wanted: number) {
        scrolled.set(this, Math.max(0, Math.min(wanted, most(this))))
      },
    },
    getBoundingClientRect: {
      value(this: Element) {
        const box = this.closest('section')
        if (box === null || box === this) return { top: 0, bottom: viewHeight, height: viewHeight }
        const rows = content(box)
        const before = rows.slice(0, rows.indexOf(this)).reduce((sum, row) => sum + heightOf(row), 0)
        const top = before - box.scrollTop
        return { top, bottom: top + heightOf(this), height: heightOf(this) }
      },
    },
  })
})
afterEach(() => {
  cleanup()
  unmeasure()
  viewHeight = usualHeight
})

interface TestRow {
  readonly key: string
  readonly height: number
}
/** Heights differ, as those of messages do. */
const rows = (from: number, to: number): TestRow[] =>
  Array.from({ length: to - from }, (_, at) => ({
    key: `row ${from + at}`,
    height: 30 + ((from + at) % 7) * 13,
  }))

interface Shown {
  readonly rows: readonly TestRow[]
  readonly start?: Target | 'end'
  readonly isWhole?: boolean
}

function show(first: Shown) {
  const list = createRef<SteadyList<TestRow>>()
  const views: View[] = []
  const rowOf = ({ key, height }: TestRow) => <p data-height={height}>{key}</p>
  const onView = (view: View) => views.push(view)
  const element = ({ rows, start = 'end', isWhole = true }: Shown) => (
    <SteadyList
      ref={list}
      label="Rows"
      rows={rows}
      rowOf={rowOf}
      start={start}
      isWhole={isWhole}
      topPixels={50}
      onView={onView}
    />
  )
  const { rerender } = render(element(first))
  const box = screen.getByRole('region', { name: 'Rows' })
  return {
    box,
    change: (next: Shown) => rerender(element(next)),
    goTo: (target: Target | 'end') => act(() => list.current?.goTo(target)),
    scrollTo(pixels: number) {
      box.scrollTop = pixels
      fireEvent.scroll(box)
    },
    /** The composer below takes or gives room; who watches sizes has not heard of it yet. */
    resize(pixels: number) {
      viewHeight = pixels
    },
    /** From the top of the view to the top of the row. */
    topOf: (key: string) => screen.getByText(key).parentElement?.getBoundingClientRect().top,
    toEnd: () => box.scrollHeight - box.scrollTop - viewHeight,
    view: () => views.at(-1),
  }
}

describe('a list that keeps its place', () => {
  it('begins at its end, and holds in the document what is near the view only', () => {
    const { toEnd, view } = show({ rows: rows(0, 2_000) })

    expect(toEnd()).toBe(0)
    expect(view()).toMatchObject({ isAtEnd: true, isAtTop: false })
    expect(screen.getAllByText(/^row/).length).toBeLessThan(60)
    expect(screen.queryByText('row 0')).toBeNull()
  })

  it('what comes above moves nothing of what is read', () => {
    const { change, scrollTo, topOf, view } = show({ rows: rows(100, 160) })
    scrollTo(40)
    expect(view()?.isAtTop).toBe(true)
    const before = topOf('row 104')

    change({ rows: rows(80, 160) })
    expect(topOf('row 104')).toBe(before)
    change({ rows: rows(0, 160) })

    expect(topOf('row 104')).toBe(before)
    expect(view()?.isAtTop).toBe(false)
  })

  it('a row that grows above what is read moves nothing of it', () => {
    const { change, scrollTo, topOf } = show({ rows: rows(0, 60) })
    scrollTo(600)
    const before = topOf('row 14')

    change({ rows: rows(0, 60).map((row) => (row.key === 'row 3' ? { ...row, height: 400 } : row)) })

    expect(topOf('row 14')).toBe(before)
  })

  it('who reads the end is taken along with what comes there, who reads further up is not', () => {
    const { change, scrollTo, topOf, toEnd, view } = show({ rows: rows(0, 60) })
    change({ rows: rows(0, 61) })
    expect(toEnd()).toBe(0)

    scrollTo(900)
    const before = topOf('row 18')
    change({ rows: rows(0, 62) })

    expect(topOf('row 18')).toBe(before)
    expect(view()?.isAtEnd).toBe(false)
  })

  it('who reads the end stays there when the composer grows, whatever is drawn or scrolled before that is noticed', () => {
    const { change, resize, scrollTo, toEnd, view } = show({ rows: rows(0, 60) })

    resize(280)
    expect(toEnd()).toBe(220)
    change({ rows: rows(0, 60) })
    expect(toEnd()).toBe(0)
    resize(500) // the box is full again, and the browser says where that left it
    scrollTo(100_000)
    resize(280)
    scrollTo(100_000 - 1)
    change({ rows: rows(0, 60) })

    expect(toEnd()).toBe(0)
    expect(view()?.isAtEnd).toBe(true)
  })

  it('who reads a little above the end is not moved by what comes at the top', () => {
    const { change, scrollTo, topOf, toEnd } = show({ rows: rows(100, 110) })
    scrollTo(0)
    expect(toEnd()).toBeLessThan(200)
    const before = topOf('row 103')

    change({ rows: rows(80, 110) })

    expect(topOf('row 103')).toBe(before)
  })

  it('a part opens at the row that was looked for; it is never followed to its end, not by its last rows either', () => {
    const start: Target = { key: 'row 3', align: 'center' }
    const { change, scrollTo, topOf, toEnd, view } = show({ rows: rows(0, 11), start, isWhole: false })
    const first = topOf('row 3')
    change({ rows: rows(0, 31), start, isWhole: false })
    expect(topOf('row 3')).toBe(first)
    expect(view()?.isAtEnd).toBe(false)

    scrollTo(100_000) // to the end of what is loaded
    const before = topOf('row 28')
    change({ rows: rows(0, 51), start, isWhole: false })
    expect(topOf('row 28')).toBe(before)
    scrollTo(100_000)
    const last = topOf('row 48')
    change({ rows: rows(0, 61), start, isWhole: true })

    expect(topOf('row 48')).toBe(last)
    expect(toEnd()).toBeGreaterThan(200)
    expect(view()?.isAtEnd).toBe(false)
  })

  it('goes to a row far from the view, and back to the end', () => {
    const { goTo, topOf, toEnd } = show({ rows: rows(0, 1_000) })

    goTo({ key: 'row 17', align: 'center' })
    expect(topOf('row 17')).toBeGreaterThan(150)
    expect(topOf('row 17')).toBeLessThan(300)
    goTo('end')

    expect(toEnd()).toBe(0)
  })

  it('shows rows wherever the scroll bar is drawn to', () => {
    const { scrollTo, view } = show({ rows: rows(0, 1_000) })

    scrollTo(20_000)

    const top = view()?.topKey
    expect(top).toBeDefined()
    expect(screen.getByText(top ?? '').parentElement?.getBoundingClientRect().bottom).toBeGreaterThan(0)
  })
})
