/** A training example: its features, and its class. */
export type Observation<Name extends string> = { features: Record<Name, number>; isPositive: boolean }
export type Regression<Name extends string> = { intercept: number; weights: Record<Name, number> }

const iterations = 50

/**
 * A logistic regression by Newton's method, with an L2 penalty on the weights of the standardized features. Positive and negative
 * observations count the same in sum. The weights are for features as they are.
 */
export function fitLogisticRegression<Name extends string>(
  names: readonly Name[],
  observations: readonly Observation<Name>[],
  penalty: number,
): Regression<Name> {
  const means = names.map((name) => mean(observations.map(({ features }) => features[name])))
  const deviations = names.map((name, place) => {
    const differences = observations.map(({ features }) => (features[name] - (means[place] ?? 0)) ** 2)
    return Math.sqrt(mean(differences)) || 1
  })
  const rows = observations.map(({ features }) => [
    ...names.map((name, place) => (features[name] - (means[place] ?? 0)) / (deviations[place] ?? 1)),
    1,
  ])
  const positives = observations.filter(({ isPositive }) => isPositive).length
  const weightOf = (isPositive: boolean) =>
    observations.length / 2 / (isPositive ? positives : observations.length - positives)
  let weights = [...names.map(() => 0), 0]
  for (let iteration = 0; iteration < iterations; iteration++) {
    const gradient = weights.map((weight, place) => (place < names.length ? penalty * weight : 0))
    const hessian = weights.map((_, row) =>
      weights.map((_, column) => (row === column && row < names.length ? penalty : 0)),
    )
    for (const [index, row] of rows.entries()) {
      const isPositive = observations[index]?.isPositive ?? false
      const probability = 1 / (1 + Math.exp(-dot(row, weights)))
      const factor = weightOf(isPositive)
      for (const [place, value] of row.entries()) {
        gradient[place] = (gradient[place] ?? 0) + factor * (probability - (isPositive ? 1 : 0)) * value
        const line = hessian[place] ?? []
        for (const [other, second] of row.entries())
          line[other] = (line[other] ?? 0) + factor * probability * (1 - probability) * value * second
      }
    }
    const step = solve(hessian, gradient)
    weights = weights.map((weight, place) => weight - (step[place] ?? 0))
  }
  const scaled = names.map((_, place) => (weights[place] ?? 0) / (deviations[place] ?? 1))
  return {
    intercept: (weights[names.length] ?? 0) - dot(scaled, means),
    weights: Object.fromEntries(names.map((name, place) => [name, scaled[place] ?? 0])) as Record<
      Name,
      number
    >,
  }
}

/** The share of pairs of a positive and a negative score that are in the right order (area under the ROC curve). */
export function areaUnderCurve(positives: readonly number[], negatives: readonly number[]): number {
  const ordered = positives.flatMap((one) =>
    negatives.map((other) => (one > other ? 1 : one === other ? 0.5 : 0)),
  )
  return mean(ordered)
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

function dot(one: readonly number[], other: readonly number[]): number {
  return one.reduce((sum, value, place) => sum + value * (other[place] ?? 0), 0)
}

/** The solution of a system of linear equations with a positive definite matrix, by Gaussian elimination. */
function solve(matrix: readonly number[][], values: readonly number[]): number[] {
  const rows = matrix.map((row, place) => [...row, values[place] ?? 0])
  for (const [pivot, row] of rows.entries()) {
    for (const below of rows.slice(pivot + 1)) {
      const factor = (below[pivot] ?? 0) / (row[pivot] ?? 1)
      for (let place = pivot; place < row.length; place++)
        below[place] = (below[place] ?? 0) - factor * (row[place] ?? 0)
    }
  }
  const solution: number[] = []
  for (let place = rows.length - 1; place >= 0; place--) {
    const row = rows[place] ?? []
    const known = solution.reduce((sum, value, index) => sum + value * (row[rows.length - 1 - index] ?? 0), 0)
    solution.push(((row.at(-1) ?? 0) - known) / (row[place] ?? 1))
  }
  return solution.reverse()
}
