import { act } from '@testing-library/react'
import { onTestFinished, vi } from 'vitest'

/** One upload of the browser: the test plays the network and the server. */
export class FakeUpload {
  withCredentials = false
  status = 0
  responseText = ''
  onerror: () => void = () => undefined
  onabort: () => void = () => undefined
  onload: () => void = () => undefined
  readonly upload: { onprogress: (event: { loaded: number; total: number }) => void } = {
    onprogress: () => undefined,
  }
  form = new FormData()
  isAborted = false

  open(): void {
    // method and address are the contract's
  }
  setRequestHeader(): void {
    // as above
  }
  send(form: FormData): void {
    this.form = form
    started.push(this)
  }
  abort(): void {
    this.isAborted = true
    this.onabort()
  }

  get files(): File[] {
    return this.form.getAll('medias').filter((part) => part instanceof File)
  }
  field(name: string): string {
    return String(this.form.get(name))
  }
  /** Reports this share as uploaded: 0 to 1. */
  progress(share: number): void {
    act(() => this.upload.onprogress({ loaded: share * 1_000, total: 1_000 }))
  }
  async answer(status: number, body: unknown): Promise<void> {
    this.status = status
    this.responseText = JSON.stringify(body)
    await act(async () => this.onload())
  }
}

let started: FakeUpload[] = []

/** Replaces the browser's uploads until the test ends; returns the started ones, in order. */
export function fakeUploads(): () => readonly FakeUpload[] {
  started = []
  vi.stubGlobal('XMLHttpRequest', FakeUpload)
  onTestFinished(() => void vi.unstubAllGlobals())
  return () => started
}
