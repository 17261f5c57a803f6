const volume = 0.5

let armed = false
let context: AudioContext | null = null

/** Browsers allow sound only after the first click or key press. */
function arm() {
  armed = true
  forget()
}

function listen() {
  window.addEventListener('pointerdown', arm)
  window.addEventListener('keydown', arm)
}

function forget() {
  window.removeEventListener('pointerdown', arm)
  window.removeEventListener('keydown', arm)
}

/** A soft two-note chime. If it cannot be played, it stays off until the next interaction. */
export async function playChime() {
  if (!armed) return
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
