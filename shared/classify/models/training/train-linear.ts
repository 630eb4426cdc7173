import { scoreOutOfFold } from './cross-validate.ts';
import { centreRows, type Examples, type Learner, type Scores, spreadOf } from './learner.ts';
import { type LinearFunction, trainLinearSvm } from './linear-svm.ts';
import { trainComplementBayes } from './naive-bayes.ts';
import { bestClasses, countByClass, qualityOf } from './quality.ts';

/** Cost of an error of the support vector machine, and smoothing of naive Bayes: flat optima on all development data. */
const COST = 3;
const SMOOTHING = 0.1;

/** Shares of complement naive Bayes beside the support vector machine that cross-validation tries, in units of their spread. */
const BAYES_SHARES = [0, 0.5, 1, 2];

/** Learned functions with scores of the training rows, each by functions that were learned without it. */
export type Trained = { functions: LinearFunction[]; scores: Scores };

/**
 * Trains the sum of a linear support vector machine and complement naive Bayes: still one linear function per class, and better
 * than either part. Cross-validation chooses the share of naive Bayes (compare NBSVM: Wang and Manning, ACL 2012).
 */
export function trainLinear(examples: Examples, folds: Uint8Array, random: () => number): Trained {
  const { labels, classes } = examples;
  const learners: Learner[] = [svmLearner(random), complementLearner];
  const parts = learners.map((learn) => {
    const scores = centreRows(scoreOutOfFold(learn, examples, folds), classes);
    return { scores, scale: 1 / spreadOf(scores) };
  });
  const mixed = BAYES_SHARES.map((share) => {
    const factors = parts.map(({ scale }, i) => (i === 0 ? scale : share * scale));
    const scores = sumOf(
      parts.map((part) => part.scores),
      factors,
    );
    const { accuracy, macroF1 } = qualityOf(countByClass(bestClasses(scores, classes), labels, classes));
    return { factors, scores, quality: accuracy + macroF1 };
  });
  const best = mixed.reduce((top, one) => (one.quality > top.quality ? one : top));
  const trained = learners.map((learn) => learn(examples));
  return { functions: mixFunctions(trained, best.factors), scores: best.scores };
}

/** One machine per class against all others. With two classes, both have the same machine. */
function svmLearner(random: () => number): Learner {
  return ({ matrix, rows, labels, classes }) => {
    const learn = (c: number) =>
      trainLinearSvm(matrix, rows, (row) => labels[row] === c, { positiveCost: COST, negativeCost: COST, random });
    if (classes !== 2) return Array.from({ length: classes }, (_, c) => learn(c));
    const second = learn(1);
    return [{ weights: second.weights.map((weight) => -weight), bias: -second.bias }, second];
  };
}

export const complementLearner: Learner = ({ matrix, rows, labels, classes }) =>
  trainComplementBayes(matrix, rows, labels, { classes, smoothing: SMOOTHING });

function sumOf(lists: readonly Scores[], factors: readonly number[]): Scores {
  return lists[0]!.map((_, i) => lists.reduce((sum, list, n) => sum + factors[n]! * list[i]!, 0));
}

/** Returns the weighted sums of functions, per class. */
function mixFunctions(parts: readonly LinearFunction[][], factors: readonly number[]): LinearFunction[] {
  return parts[0]!.map((_, c) => ({
    weights: sumLists(
      parts.map((functions) => functions[c]!.weights),
      factors,
    ),
    bias: parts.reduce((sum, functions, n) => sum + factors[n]! * functions[c]!.bias, 0),
  }));
}

function sumLists(lists: readonly Float32Array[], factors: readonly number[]): Float32Array {
  const sum = new Float32Array(lists[0]!.length);
  lists.forEach((list, n) => {
    for (let i = 0; i < sum.length; i++) sum[i]! += factors[n]! * list[i]!;
  });
  return sum;
}
