/** Runs in the browser's audio thread. Posts the microphone's samples in blocks of about a tenth of a second. */

// The globals of an audio thread; TypeScript's DOM library does not declare them.
declare abstract class AudioWorkletProcessor {
  readonly port: MessagePort
}
declare function registerProcessor(name: string, processor: new () => AudioWorkletProcessor): void

const blockSamples = 4_096

class Capture extends AudioWorkletProcessor {
  private block = new Float32Array(blockSamples)
  private filled = 0

  /** The browser calls this for each 128 samples. Returning true keeps the processor alive. */
  process([input]: Float32Array[][]): boolean {
    const samples = input?.[0]
    if (samples === undefined) return true
    this.block.set(samples, this.filled)
    this.filled += samples.length
    if (this.filled === blockSamples) {
      this.port.postMessage(this.block, [this.block.buffer])
      this.block = new Float32Array(blockSamples)
      this.filled = 0
    }
    return true
  }
}

registerProcessor('capture', Capture)
