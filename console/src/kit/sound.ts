import { doNotDisturb, sound } from './preferences.ts'

const volume = 0.5
/** Milliseconds for which one tab keeps the others quiet about the message that all of them heard. */
const turn = 250

let armed = false
let context: AudioContext | null = null

/** Browsers allow sound only after the first click or key press. */
function arm() {
  armed = true
  forget()
}

/** On the way down: a pressed button lets nothing through to the window. */
function listen() {
  window.addEventListener('pointerdown', arm, true)
  window.addEventListener('keydown', arm, true)
}

function forget() {
  window.removeEventListener('pointerdown', arm, true)
  window.removeEventListener('keydown', arm, true)
}

/**
 * A soft two-note chime, unless the person wants none. One tab plays it. If it cannot be played, it stays off until the
 * next interaction.
 */
export async function playChime() {
  if (!armed || sound.get() === 'off' || doNotDisturb.get() === 'on') return
  // Web Locks exist only on secure origins; without them every tab plays.
  if (!navigator.locks) return play()
  await navigator.locks.request('chime', { ifAvailable: true }, async (lock) => {
    if (!lock) return
    await play()
    await new Promise((resolve) => setTimeout(resolve, turn))
  })
}

async function play() {
  try {
    context ??= new AudioContext()
    if (context.state === 'suspended') await context.resume()
    note(context, 659.25, 0)
    note(context, 880, 0.14)
  } catch {
    armed = false
    listen()
  }
}

function note(audio: AudioContext, frequency: number, delay: number) {
  const start = audio.currentTime + delay
  const oscillator = new OscillatorNode(audio, { type: 'sine', frequency })
  const gain = new GainNode(audio, { gain: 0 })
  gain.gain.setValueAtTime(0, start)
  gain.gain.linearRampToValueAtTime(volume, start + 0.02)
  gain.gain.exponentialRampToValueAtTime(0.001, start + 0.4)
  oscillator.connect(gain).connect(audio.destination)
  oscillator.start(start)
  oscillator.stop(start + 0.45)
}

listen()
