/** Codes of faults in the WSDL of SQI (CWA 15454) by their names. */
export const SQI_FAULTS = {
  METHOD_FAILURE: 'SQI_00001',
  NO_SOURCE_LOCATION: 'SQI_00002',
  INVALID_START_RESULT: 'SQI_00003',
  INVALID_QUERY_STATEMENT: 'SQI_00004',
  INVALID_RESULTS_SET_SIZE: 'SQI_00005',
  INVALID_MAX_DURATION: 'SQI_00006',
  INVALID_MAX_QUERY_RESULTS: 'SQI_00007',
  RESULTS_FORMAT_NOT_SUPPORTED: 'SQI_00010',
  QUERY_LANGUAGE_NOT_SUPPORTED: 'SQI_00011',
  METHOD_NOT_SUPPORTED: 'SQI_00012',
  NO_SUCH_SESSION: 'SQI_00013',
  WRONG_CREDENTIALS: 'SQI_00015',
} as const;

export type SqiFaultName = keyof typeof SQI_FAULTS;

/** Whose fault it is, by the codes of SOAP 1.1. */
export type SoapFaultCode = 'Client' | 'Server' | 'MustUnderstand' | 'VersionMismatch';

/** Ends a call. The response is a SOAP fault. */
export class SoapFault extends Error {
  override readonly name = 'SoapFault';
  readonly code: SoapFaultCode;
  /** The fault of SQI. Absent: the message is no call of SQI. */
  readonly sqi: SqiFaultName | undefined;

  constructor(code: SoapFaultCode, message: string, sqi?: SqiFaultName) {
    super(message);
    this.code = code;
    this.sqi = sqi;
  }
}

/** Returns a fault of the call. */
export const sqiFault = (name: SqiFaultName, message: string): SoapFault =>
  new SoapFault('Client', `${name}: ${message}`, name);
