import createCache from '@emotion/cache'
import { configure, getConfig, prettyDOM } from '@testing-library/react'
import React from 'react'
import { fetchConversationTexts, fetchErrorCodeTexts, initialTextsLoaded } from '../lib/i18n/i18n'

/* The set-up of every web test. Half of the run time was spent on invisible things: CSS rules that only affect the look,
   dumps of the page for errors that a wait discards, and stack traces of elements. */

configure({
  // The timeout ends hanging tests and measures nothing: a page is imported when it is first opened, on a busy machine.
  asyncUtilTimeout: 30_000,
  // Testing Library would dump the page at each poll of a wait that is still failing, not only at the last one.
  getElementError(message, container) {
    const isPolled = Reflect.get(getConfig(), '_disableExpensiveErrorDiagnostics') === true
    const error = new Error([message, isPolled ? '' : prettyDOM(container)].filter(Boolean).join('\n\n'))
    error.name = 'TestingLibraryElementError'
    return error
  },
})
// As a page renders after them.
await Promise.all([initialTextsLoaded, fetchConversationTexts(), fetchErrorCodeTexts()])

insertOnlyHidingRules()
captureNoElementStacks()
nameElementsAsBrowsersDo()
endPopStateListenersOfFormerFile()

/**
 * Inserts only those rules of MUI that hide an element or block its clicks. happy-dom matches every rule against an element
 * and its ancestors for each computed style, and a query by role computes those of the whole page. A worker's document
 * retains its rules across files, so each file would be slower than the last.
 */
function insertOnlyHidingRules(): void {
  const sheets = Object.getPrototypeOf(createCache({ key: 'any' }).sheet)
  const insert: (rule: string) => void = Object.hasOwn(sheets, 'insertAny') ? sheets.insertAny : sheets.insert
  sheets.insertAny = insert
  sheets.insert = function insertWhatHides(rule: string) {
    if (/display:none|visibility:|pointer-events:/.test(rule)) insert.call(this, rule)
  }
}

/**
 * happy-dom returns the HTML of an element as its text, where browsers return `[object HTMLDivElement]`. Popper asks every
 * element for it, and serialized whole pages.
 */
function nameElementsAsBrowsersDo(): void {
  const value = Object.prototype.toString
  Object.defineProperty(Element.prototype, 'toString', { configurable: true, value })
}

/**
 * React captures a stack for every element until it has created ten thousand within a second; this pretends that it has.
 */
function captureNoElementStacks(): void {
  Object.defineProperty(
    Reflect.get(React, '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE'),
    'recentlyCreatedOwnerStacks',
    { configurable: true, get: () => 10_000, set: () => undefined },
  )
}

/**
 * A worker's window outlives a file. A copy of `back-closes.ts` from before `vi.resetModules` would hear of the next file's
 * history, and go back in it.
 */
function endPopStateListenersOfFormerFile(): void {
  const worker: { endFile?: () => void } = window as object
  worker.endFile?.()
  const { addEventListener } = window
  const listeners: EventListenerOrEventListenerObject[] = []
  window.addEventListener = (
    type: string,
    listener: EventListenerOrEventListenerObject,
    options?: boolean | AddEventListenerOptions,
  ) => {
    if (type === 'popstate') listeners.push(listener)
    addEventListener.call(window, type, listener, options)
  }
  worker.endFile = () => {
    window.addEventListener = addEventListener
    for (const listener of listeners) window.removeEventListener('popstate', listener)
  }
}
