import { doNotDisturb, sound } from './preferences.ts'
import { runInOneTab } from './tabs.ts'

const volume = 0.5
/** Events within this time share one chime. */
const minPauseMs = 250

let isUnlocked = false
let context: AudioContext | null = null

/** Browsers allow sound only after the first click or key press. */
function unlockAudio() {
  isUnlocked = true
  stopListening()
}

/** Listens in the capture phase, because React Aria's buttons stop propagation. */
function listenForInteraction() {
  window.addEventListener('pointerdown', unlockAudio, true)
  window.addEventListener('keydown', unlockAudio, true)
}

function stopListening() {
  window.removeEventListener('pointerdown', unlockAudio, true)
  window.removeEventListener('keydown', unlockAudio, true)
}

/**
 * Plays a soft two-note chime, unless sound is off: for each event in one of the tabs that receive it. If it cannot be
 * played, it stays off until the next interaction.
 */
export async function playChime(event: string) {
  if (!isUnlocked || sound.get() === 'off' || doNotDisturb.get() === 'on') return
  await runInOneTab(`chime ${event}`, () => runInOneTab('chime', playNotes, minPauseMs))
}

async function playNotes() {
  try {
    context ??= new AudioContext()
    if (context.state === 'suspended') await context.resume()
    playNote(context, 659.25, 0)
    playNote(context, 880, 0.14)
  } catch {
    isUnlocked = false
    listenForInteraction()
  }
}

function playNote(audio: AudioContext, frequency: number, delay: number) {
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

listenForInteraction()
