import { xmlText } from '../formats/xml.ts';

/**
 * Returns the description of the service (WSDL 1.1, document/literal wrapped). Names are those of the WSDL of CWA 15454, where the two
 * services stand in two files. `test/web/sqi/wsdl.test.ts` compares it with the operations.
 *
 * @param address URL of the service
 */
export const wsdl = (address: string): string => WSDL.replaceAll('ADDRESS', () => xmlText(address));

const WSDL = `<?xml version="1.0" encoding="UTF-8"?>
<definitions name="SQI" targetNamespace="urn:www.cenorm.be/isss/ltws/wsdl/SQIv1p0" xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:sqi="urn:www.cenorm.be/isss/ltws/wsdl/SQIv1p0" xmlns:xsd="http://www.w3.org/2001/XMLSchema">
  <types>
    <xsd:schema elementFormDefault="qualified" targetNamespace="urn:www.cenorm.be/isss/ltws/wsdl/SQIv1p0">
      <xsd:simpleType name="faultCodeType">
        <xsd:restriction base="xsd:string">
          <xsd:enumeration value="SQI_00000"/>
          <xsd:enumeration value="SQI_00001"/>
          <xsd:enumeration value="SQI_00002"/>
          <xsd:enumeration value="SQI_00003"/>
          <xsd:enumeration value="SQI_00004"/>
          <xsd:enumeration value="SQI_00005"/>
          <xsd:enumeration value="SQI_00006"/>
          <xsd:enumeration value="SQI_00007"/>
          <xsd:enumeration value="SQI_00008"/>
          <xsd:enumeration value="SQI_00009"/>
          <xsd:enumeration value="SQI_00010"/>
          <xsd:enumeration value="SQI_00011"/>
          <xsd:enumeration value="SQI_00012"/>
          <xsd:enumeration value="SQI_00013"/>
          <xsd:enumeration value="SQI_00014"/>
          <xsd:enumeration value="SQI_00015"/>
          <xsd:enumeration value="SQI_00016"/>
        </xsd:restriction>
      </xsd:simpleType>
      <xsd:element name="SQIFault">
        <xsd:complexType><xsd:sequence>
          <xsd:element name="sqiFaultCode" type="sqi:faultCodeType"/>
          <xsd:element name="message" type="xsd:string"/>
        </xsd:sequence></xsd:complexType>
      </xsd:element>
      <xsd:element name="createSession">
        <xsd:complexType><xsd:sequence>
          <xsd:element name="userID" type="xsd:string"/>
          <xsd:element name="password" type="xsd:string"/>
        </xsd:sequence></xsd:complexType>
      </xsd:element>
      <xsd:element name="createSessionResponse">
        <xsd:complexType><xsd:sequence>
          <xsd:element name="createSessionReturn" type="xsd:string"/>
        </xsd:sequence></xsd:complexType>
      </xsd:element>
      <xsd:element name="createAnonymousSession"><xsd:complexType><xsd:sequence/></xsd:complexType></xsd:element>
      <xsd:element name="createAnonymousSessionResponse">
        <xsd:complexType><xsd:sequence>
          <xsd:element name="createAnonymousSessionReturn" type="xsd:string"/>
        </xsd:sequence></xsd:complexType>
      </xsd:element>
      <xsd:element name="destroySession">
        <xsd:complexType><xsd:sequence>
          <xsd:element name="sessionID" type="xsd:string"/>
        </xsd:sequence></xsd:complexType>
      </xsd:element>
      <xsd:element name="destroySessionResponse"><xsd:complexType><xsd:sequence/></xsd:complexType></xsd:element>
      <xsd:element name="setQueryLanguage">
        <xsd:complexType><xsd:sequence>
          <xsd:element name="targetSessionID" type="xsd:string"/>
          <xsd:element name="queryLanguageID" type="xsd:string"/>
        </xsd:sequence></xsd:complexType>
      </xsd:element>
      <xsd:element name="setQueryLanguageResponse"><xsd:complexType><xsd:sequence/></xsd:complexType></xsd:element>
      <xsd:element name="setResultsFormat">
        <xsd:complexType><xsd:sequence>
          <xsd:element name="targetSessionID" type="xsd:string"/>
          <xsd:element name="resultsFormat" type="xsd:string"/>
        </xsd:sequence></xsd:complexType>
      </xsd:element>
      <xsd:element name="setResultsFormatResponse"><xsd:complexType><xsd:sequence/></xsd:complexType></xsd:element>
      <xsd:element name="setMaxQueryResults">
        <xsd:complexType><xsd:sequence>
          <xsd:element name="targetSessionID" type="xsd:string"/>
          <xsd:element name="maxQueryResults" type="xsd:int"/>
        </xsd:sequence></xsd:complexType>
      </xsd:element>
      <xsd:element name="setMaxQueryResultsResponse"><xsd:complexType><xsd:sequence/></xsd:complexType></xsd:element>
      <xsd:element name="setMaxDuration">
        <xsd:complexType><xsd:sequence>
          <xsd:element name="targetSessionID" type="xsd:string"/>
          <xsd:element name="maxDuration" type="xsd:int"/>
        </xsd:sequence></xsd:complexType>
      </xsd:element>
      <xsd:element name="setMaxDurationResponse"><xsd:complexType><xsd:sequence/></xsd:complexType></xsd:element>
      <xsd:element name="setResultsSetSize">
        <xsd:complexType><xsd:sequence>
          <xsd:element name="targetSessionID" type="xsd:string"/>
          <xsd:element name="resultsSetSize" type="xsd:int"/>
        </xsd:sequence></xsd:complexType>
      </xsd:element>
      <xsd:element name="setResultsSetSizeResponse"><xsd:complexType><xsd:sequence/></xsd:complexType></xsd:element>
      <xsd:element name="synchronousQuery">
        <xsd:complexType><xsd:sequence>
          <xsd:element name="targetSessionID" type="xsd:string"/>
          <xsd:element name="queryStatement" type="xsd:string"/>
          <xsd:element name="startResult" type="xsd:int"/>
        </xsd:sequence></xsd:complexType>
      </xsd:element>
      <xsd:element name="synchronousQueryResponse">
        <xsd:complexType><xsd:sequence>
          <xsd:element name="synchronousQueryReturn" type="xsd:string"/>
        </xsd:sequence></xsd:complexType>
      </xsd:element>
      <xsd:element name="getTotalResultsCount">
        <xsd:complexType><xsd:sequence>
          <xsd:element name="targetSessionID" type="xsd:string"/>
          <xsd:element name="queryStatement" type="xsd:string"/>
        </xsd:sequence></xsd:complexType>
      </xsd:element>
      <xsd:element name="getTotalResultsCountResponse">
        <xsd:complexType><xsd:sequence>
          <xsd:element name="getTotalResultsCountReturn" type="xsd:int"/>
        </xsd:sequence></xsd:complexType>
      </xsd:element>
      <xsd:element name="setSourceLocation">
        <xsd:complexType><xsd:sequence>
          <xsd:element name="targetSessionID" type="xsd:string"/>
          <xsd:element name="sourceLocation" type="xsd:string"/>
        </xsd:sequence></xsd:complexType>
      </xsd:element>
      <xsd:element name="setSourceLocationResponse"><xsd:complexType><xsd:sequence/></xsd:complexType></xsd:element>
      <xsd:element name="asynchronousQuery">
        <xsd:complexType><xsd:sequence>
          <xsd:element name="targetSessionID" type="xsd:string"/>
          <xsd:element name="queryStatement" type="xsd:string"/>
          <xsd:element name="queryID" type="xsd:string"/>
        </xsd:sequence></xsd:complexType>
      </xsd:element>
      <xsd:element name="asynchronousQueryResponse"><xsd:complexType><xsd:sequence/></xsd:complexType></xsd:element>
    </xsd:schema>
  </types>
  <message name="SQIFault"><part name="fault" element="sqi:SQIFault"/></message>
  <message name="createSession"><part name="parameters" element="sqi:createSession"/></message>
  <message name="createSessionResponse"><part name="parameters" element="sqi:createSessionResponse"/></message>
  <message name="createAnonymousSession"><part name="parameters" element="sqi:createAnonymousSession"/></message>
  <message name="createAnonymousSessionResponse"><part name="parameters" element="sqi:createAnonymousSessionResponse"/></message>
  <message name="destroySession"><part name="parameters" element="sqi:destroySession"/></message>
  <message name="destroySessionResponse"><part name="parameters" element="sqi:destroySessionResponse"/></message>
  <message name="setQueryLanguage"><part name="parameters" element="sqi:setQueryLanguage"/></message>
  <message name="setQueryLanguageResponse"><part name="parameters" element="sqi:setQueryLanguageResponse"/></message>
  <message name="setResultsFormat"><part name="parameters" element="sqi:setResultsFormat"/></message>
  <message name="setResultsFormatResponse"><part name="parameters" element="sqi:setResultsFormatResponse"/></message>
  <message name="setMaxQueryResults"><part name="parameters" element="sqi:setMaxQueryResults"/></message>
  <message name="setMaxQueryResultsResponse"><part name="parameters" element="sqi:setMaxQueryResultsResponse"/></message>
  <message name="setMaxDuration"><part name="parameters" element="sqi:setMaxDuration"/></message>
  <message name="setMaxDurationResponse"><part name="parameters" element="sqi:setMaxDurationResponse"/></message>
  <message name="setResultsSetSize"><part name="parameters" element="sqi:setResultsSetSize"/></message>
  <message name="setResultsSetSizeResponse"><part name="parameters" element="sqi:setResultsSetSizeResponse"/></message>
  <message name="synchronousQuery"><part name="parameters" element="sqi:synchronousQuery"/></message>
  <message name="synchronousQueryResponse"><part name="parameters" element="sqi:synchronousQueryResponse"/></message>
  <message name="getTotalResultsCount"><part name="parameters" element="sqi:getTotalResultsCount"/></message>
  <message name="getTotalResultsCountResponse"><part name="parameters" element="sqi:getTotalResultsCountResponse"/></message>
  <message name="setSourceLocation"><part name="parameters" element="sqi:setSourceLocation"/></message>
  <message name="setSourceLocationResponse"><part name="parameters" element="sqi:setSourceLocationResponse"/></message>
  <message name="asynchronousQuery"><part name="parameters" element="sqi:asynchronousQuery"/></message>
  <message name="asynchronousQueryResponse"><part name="parameters" element="sqi:asynchronousQueryResponse"/></message>
  <portType name="SqiSessionManagementPort">
    <operation name="createSession">
      <input message="sqi:createSession"/>
      <output message="sqi:createSessionResponse"/>
      <fault name="SQIFault" message="sqi:SQIFault"/>
    </operation>
    <operation name="createAnonymousSession">
      <input message="sqi:createAnonymousSession"/>
      <output message="sqi:createAnonymousSessionResponse"/>
      <fault name="SQIFault" message="sqi:SQIFault"/>
    </operation>
    <operation name="destroySession">
      <input message="sqi:destroySession"/>
      <output message="sqi:destroySessionResponse"/>
      <fault name="SQIFault" message="sqi:SQIFault"/>
    </operation>
  </portType>
  <portType name="SqiTargetPort">
    <operation name="setQueryLanguage">
      <input message="sqi:setQueryLanguage"/>
      <output message="sqi:setQueryLanguageResponse"/>
      <fault name="SQIFault" message="sqi:SQIFault"/>
    </operation>
    <operation name="setResultsFormat">
      <input message="sqi:setResultsFormat"/>
      <output message="sqi:setResultsFormatResponse"/>
      <fault name="SQIFault" message="sqi:SQIFault"/>
    </operation>
    <operation name="setMaxQueryResults">
      <input message="sqi:setMaxQueryResults"/>
      <output message="sqi:setMaxQueryResultsResponse"/>
      <fault name="SQIFault" message="sqi:SQIFault"/>
    </operation>
    <operation name="setMaxDuration">
      <input message="sqi:setMaxDuration"/>
      <output message="sqi:setMaxDurationResponse"/>
      <fault name="SQIFault" message="sqi:SQIFault"/>
    </operation>
    <operation name="setResultsSetSize">
      <input message="sqi:setResultsSetSize"/>
      <output message="sqi:setResultsSetSizeResponse"/>
      <fault name="SQIFault" message="sqi:SQIFault"/>
    </operation>
    <operation name="synchronousQuery">
      <input message="sqi:synchronousQuery"/>
      <output message="sqi:synchronousQueryResponse"/>
      <fault name="SQIFault" message="sqi:SQIFault"/>
    </operation>
    <operation name="getTotalResultsCount">
      <input message="sqi:getTotalResultsCount"/>
      <output message="sqi:getTotalResultsCountResponse"/>
      <fault name="SQIFault" message="sqi:SQIFault"/>
    </operation>
    <operation name="setSourceLocation">
      <input message="sqi:setSourceLocation"/>
      <output message="sqi:setSourceLocationResponse"/>
      <fault name="SQIFault" message="sqi:SQIFault"/>
    </operation>
    <operation name="asynchronousQuery">
      <input message="sqi:asynchronousQuery"/>
      <output message="sqi:asynchronousQueryResponse"/>
      <fault name="SQIFault" message="sqi:SQIFault"/>
    </operation>
  </portType>
  <binding name="SqiSessionManagementBinding" type="sqi:SqiSessionManagementPort">
    <soap:binding style="document" transport="http://schemas.xmlsoap.org/soap/http"/>
    <operation name="createSession">
      <soap:operation soapAction=""/>
      <input><soap:body use="literal"/></input>
      <output><soap:body use="literal"/></output>
      <fault name="SQIFault"><soap:fault name="SQIFault" use="literal"/></fault>
    </operation>
    <operation name="createAnonymousSession">
      <soap:operation soapAction=""/>
      <input><soap:body use="literal"/></input>
      <output><soap:body use="literal"/></output>
      <fault name="SQIFault"><soap:fault name="SQIFault" use="literal"/></fault>
    </operation>
    <operation name="destroySession">
      <soap:operation soapAction=""/>
      <input><soap:body use="literal"/></input>
      <output><soap:body use="literal"/></output>
      <fault name="SQIFault"><soap:fault name="SQIFault" use="literal"/></fault>
    </operation>
  </binding>
  <binding name="SqiTargetBinding" type="sqi:SqiTargetPort">
    <soap:binding style="document" transport="http://schemas.xmlsoap.org/soap/http"/>
    <operation name="setQueryLanguage">
      <soap:operation soapAction=""/>
      <input><soap:body use="literal"/></input>
      <output><soap:body use="literal"/></output>
      <fault name="SQIFault"><soap:fault name="SQIFault" use="literal"/></fault>
    </operation>
    <operation name="setResultsFormat">
      <soap:operation soapAction=""/>
      <input><soap:body use="literal"/></input>
      <output><soap:body use="literal"/></output>
      <fault name="SQIFault"><soap:fault name="SQIFault" use="literal"/></fault>
    </operation>
    <operation name="setMaxQueryResults">
      <soap:operation soapAction=""/>
      <input><soap:body use="literal"/></input>
      <output><soap:body use="literal"/></output>
      <fault name="SQIFault"><soap:fault name="SQIFault" use="literal"/></fault>
    </operation>
    <operation name="setMaxDuration">
      <soap:operation soapAction=""/>
      <input><soap:body use="literal"/></input>
      <output><soap:body use="literal"/></output>
      <fault name="SQIFault"><soap:fault name="SQIFault" use="literal"/></fault>
    </operation>
    <operation name="setResultsSetSize">
      <soap:operation soapAction=""/>
      <input><soap:body use="literal"/></input>
      <output><soap:body use="literal"/></output>
      <fault name="SQIFault"><soap:fault name="SQIFault" use="literal"/></fault>
    </operation>
    <operation name="synchronousQuery">
      <soap:operation soapAction=""/>
      <input><soap:body use="literal"/></input>
      <output><soap:body use="literal"/></output>
      <fault name="SQIFault"><soap:fault name="SQIFault" use="literal"/></fault>
    </operation>
    <operation name="getTotalResultsCount">
      <soap:operation soapAction=""/>
      <input><soap:body use="literal"/></input>
      <output><soap:body use="literal"/></output>
      <fault name="SQIFault"><soap:fault name="SQIFault" use="literal"/></fault>
    </operation>
    <operation name="setSourceLocation">
      <soap:operation soapAction=""/>
      <input><soap:body use="literal"/></input>
      <output><soap:body use="literal"/></output>
      <fault name="SQIFault"><soap:fault name="SQIFault" use="literal"/></fault>
    </operation>
    <operation name="asynchronousQuery">
      <soap:operation soapAction=""/>
      <input><soap:body use="literal"/></input>
      <output><soap:body use="literal"/></output>
      <fault name="SQIFault"><soap:fault name="SQIFault" use="literal"/></fault>
    </operation>
  </binding>
  <service name="SqiSessionManagementService">
    <port name="SqiSessionManagementPort" binding="sqi:SqiSessionManagementBinding">
      <soap:address location="ADDRESS"/>
    </port>
  </service>
  <service name="SqiTargetService">
    <port name="SqiTargetPort" binding="sqi:SqiTargetBinding">
      <soap:address location="ADDRESS"/>
    </port>
  </service>
</definitions>
`;
