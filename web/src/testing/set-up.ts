import createCache from '@emotion/cache'
import { configure, getConfig, prettyDOM } from '@testing-library/react'
import React from 'react'

/*
 * What stands around every test of the web. Half of their time went to what no test sees: drawing rules that only eyes need,
 * pictures of the page for errors that a wait throws away, stacks for faults in the making of elements.
 */

configure({
  // A wait ends what hangs and measures nothing: a page is imported when it is first opened, on a machine that is busy.
  asyncUtilTimeout: 30_000,
  // Testing Library would print the page for each look of a wait that is still in vain, not only for the last one.
  getElementError(message, container) {
    const isLookedForAgain = Reflect.get(getConfig(), '_disableExpensiveErrorDiagnostics') === true
    const error = new Error(
      [message, isLookedForAgain ? '' : prettyDOM(container)].filter(Boolean).join('\n\n'),
    )
    error.name = 'TestingLibraryElementError'
    return error
  },
})
keepOnlyRulesThatHide()
keepNoStacksOfElements()

/**
 * Lets the rules of MUI into the document only where they decide whether something is there for a person and can be touched.
 * happy-dom tries every rule on an element and on all that it stands in, each time somebody asks for a style; a query by role
 * asks for those of the whole page. The document and its rules stay for all files of a worker, so it became slower with each.
 */
function keepOnlyRulesThatHide(): void {
  const sheets = Object.getPrototypeOf(createCache({ key: 'any' }).sheet)
  const insert: (rule: string) => void = Object.hasOwn(sheets, 'insertAny') ? sheets.insertAny : sheets.insert
  sheets.insertAny = insert
  sheets.insert = function insertWhatHides(rule: string) {
    if (/display:none|visibility:|pointer-events:/.test(rule)) insert.call(this, rule)
  }
}

/** React takes a stack for every element that it makes, until it made ten thousand within a second: now from the first one. */
function keepNoStacksOfElements(): void {
  Object.defineProperty(
    Reflect.get(React, '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE'),
    'recentlyCreatedOwnerStacks',
    { configurable: true, get: () => 10_000, set: () => undefined },
  )
}
